// Runs a client in a separate process, since Node reads some variables only at startup. Prints the outcome as JSON.
"use strict";
const { createClient } = require("../../dist/provider/client");

const [baseUrl, accessKey, allowInsecure] = process.argv.slice(2);
createClient({ baseUrl, accessKey, maxRetries: 0, timeoutSeconds: 5, allowInsecure: allowInsecure === "insecure" })
  .getStorageZone(1)
  .then(
    ({ id }) => console.log(JSON.stringify({ id })),
    ({ name, message }) => console.log(JSON.stringify({ name, message })),
  );
