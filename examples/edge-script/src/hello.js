import * as BunnySDK from "https://esm.sh/@bunny.net/edgescript-sdk@0.11.2";
import process from "node:process";

BunnySDK.net.http.serve((request) => {
  if (request.headers.get("authorization") !== `Bearer ${process.env.TOKEN}`) {
    return new Response("Unauthorized\n", { status: 401 });
  }
  return new Response(`${process.env.GREETING}\n`);
});
