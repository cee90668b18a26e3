/**
 * The software bill of materials of a package: CycloneDX 1.6. `npm sbom` knows neither the code that a
 * package contains nor a workspace whose root has no version.
 * Equal inputs give equal documents: the time is the one of the commit, when SOURCE_DATE_EPOCH names it.
 */
export function writeSbom({ root, components }) {
  const epoch = process.env.SOURCE_DATE_EPOCH
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      ...(epoch ? { timestamp: new Date(Number(epoch) * 1000).toISOString() } : {}),
      component: { ...describe(root), type: 'application' },
    },
    components: components.map(describe),
    dependencies: [root, ...components].map(({ ref, dependsOn }) => ({ ref, dependsOn })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function describe({ ref, name, version, license, integrity, isOptional, containedIn }) {
  return {
    type: 'library',
    'bom-ref': ref,
    ...splitName(name),
    version,
    scope: isOptional ? 'optional' : 'required',
    ...(integrity ? { hashes: formatHashes(integrity) } : {}),
    licenses: formatLicenses(license),
    purl: ref,
    ...(containedIn ? { properties: [{ name: 'service:contained-in', value: containedIn }] } : {}),
  }
}

function splitName(name) {
  const [group, rest] = name.split('/')
  return rest === undefined ? { name } : { group, name: rest }
}

/** From `sha512-…` in base 64, as lock files have it. */
function formatHashes(integrity) {
  return integrity.split(' ').flatMap(text => {
    const [, bits, hash] = /^sha(256|384|512)-(.+)$/.exec(text) ?? []
    return bits
      ? [{ alg: `SHA-${bits}`, content: Buffer.from(hash, 'base64').toString('hex') }]
      : []
  })
}

const formatLicenses = license =>
  / (AND|OR|WITH) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
