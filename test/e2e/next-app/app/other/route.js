export const GET = () => new Response('host')
