// A storage host that keeps only the names and sizes of files, all of them in one folder. It prints its address, and at the end of its input the
// bytes that it got.
const { createServer } = require("node:http");

const files = [];
const server = createServer((request, response) => {
  let bytes = 0;
  request.on("data", (piece) => (bytes += piece.length));
  request.once("end", () => {
    if (request.method !== "PUT") return response.end(JSON.stringify(files));
    files.push({ ObjectName: request.url.split("/").at(-1), IsDirectory: false, Length: bytes });
    response.writeHead(201).end();
  });
}).listen(0, "127.0.0.1", () => console.log(`127.0.0.1:${server.address().port}`));
process.stdin.resume().once("end", () => {
  console.log(files.reduce((sum, { Length }) => sum + Length, 0));
  process.exit();
});
