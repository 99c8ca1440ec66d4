export default () => new Response(`hello from ${process.env.GREETING}`);
