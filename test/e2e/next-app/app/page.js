export default function Page() {
  return <p>host</p>
}
