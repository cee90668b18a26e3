import { createHash } from 'node:crypto'
import { type Html, html } from '../reference/html.js'

/**
 * Shows the buttons of passkey forms where the browser knows passkeys, and sends the form with what the authenticator
 * answered. It sends nothing by itself and reads only the options in the form. Browsers that offer passkeys beside the
 * e-mail address (`autocomplete="webauthn"`) get the same options first.
 */
const script = `'use strict';
(function () {
  if (!window.PublicKeyCredential || !navigator.credentials) return;
  var toBytes = function (text) {
    var plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(plain, function (letter) { return letter.charCodeAt(0); });
  };
  var toText = function (buffer) {
    var plain = String.fromCharCode.apply(null, new Uint8Array(buffer));
    return btoa(plain).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');
  };
  document.querySelectorAll('form[data-passkey]').forEach(function (form) {
    var button = form.querySelector('button');
    var problem = form.querySelector('[role=alert]');
    var waiting;
    var ask = function (mediation) {
      if (waiting) waiting.abort();
      waiting = new AbortController();
      var options = JSON.parse(form.dataset.passkey);
      options.challenge = toBytes(options.challenge);
      options.allowCredentials = (options.allowCredentials || []).map(function (each) {
        return Object.assign({}, each, { id: toBytes(each.id) });
      });
      var request = { publicKey: options, signal: waiting.signal };
      if (mediation) request.mediation = mediation;
      return navigator.credentials.get(request).then(function (used) {
        var answer = used.response;
        form.elements.passkey.value = JSON.stringify({
          id: used.id,
          rawId: toText(used.rawId),
          type: used.type,
          clientExtensionResults: {},
          response: {
            clientDataJSON: toText(answer.clientDataJSON),
            authenticatorData: toText(answer.authenticatorData),
            signature: toText(answer.signature),
            userHandle: answer.userHandle ? toText(answer.userHandle) : undefined,
          },
        });
        form.submit();
      });
    };
    form.hidden = false;
    button.addEventListener('click', function (event) {
      event.preventDefault();
      problem.textContent = '';
      ask().catch(function () { problem.textContent = form.dataset.problem; });
    });
    var canOffer = form.dataset.offer && PublicKeyCredential.isConditionalMediationAvailable;
    if (canOffer) {
      PublicKeyCredential.isConditionalMediationAvailable().then(function (isAvailable) {
        if (isAvailable) ask('conditional').catch(function () {});
      });
    }
  });
})();
`

const HASH = createHash('sha256').update(script).digest('base64')

/** Allows this script in the policy of a page, and nothing else. */
export const passkeyScriptSource = `script-src 'sha256-${HASH}'`

export const passkeyScript = { html: `<script>${script}</script>` } satisfies Html

export interface PasskeyForm {
  readonly action: string
  readonly ticket: string
  readonly options: object
  readonly returnTo: string
  readonly label: string
  /** Whether browsers may offer passkeys beside the e-mail address, before the button is pressed. */
  readonly isOffered?: boolean
}

/** A form that uses a passkey. It stays hidden without scripts. */
export const passkeyForm = ({
  action,
  ticket,
  options,
  returnTo,
  label,
  isOffered = false,
}: PasskeyForm): Html =>
  html`<form method="post" action="${action}" hidden data-passkey="${JSON.stringify(options)}"${isOffered ? html` data-offer="yes"` : undefined} data-problem="No passkey was used. Try again, or sign in another way.">
<input type="hidden" name="returnTo" value="${returnTo}">
<input type="hidden" name="ticket" value="${ticket}">
<input type="hidden" name="passkey">
<button type="submit" class="quiet">${label}</button>
<p class="muted" role="alert"></p>
</form>`
