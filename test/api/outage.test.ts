import assert from "node:assert/strict";
import { RateLimitedError, UnavailableError } from "../../provider/api/errors";
import { filledStorageZone } from "../fixtures/objects";
import { client, failureOf, json, serve, serveSocket, type Service } from "./support";

const attempts = 3;

/** A service that hangs up on every connection, or answers it, and counts them. */
async function countedService() {
  const body = JSON.stringify({ ...filledStorageZone(), Id: 1 });
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\nConnection: close\r\n\r\n`;
  const state = { connections: 0, isUp: false };
  const service = await serveSocket((socket) => {
    state.connections++;
    if (state.isUp) socket.once("data", () => socket.end(head + body));
    else socket.destroy();
  });
  const zones = client(service.url, { maxRetries: attempts - 1 });
  return {
    state,
    close: () => service.close(),
    zones,
    /** How many connections a number of failing reads, side by side, take. */
    cost: async (reads = 1): Promise<number> => {
      const before = state.connections;
      await Promise.all(Array.from({ length: reads }, () => failureOf(zones.getStorageZone(1), UnavailableError)));
      return state.connections - before;
    },
  };
}

describe("an outage", () => {
  const { now } = Date;
  let later = 0;
  /** Nobody waits here for a minute: the clock is put forward. */
  const pass = (seconds: number): void => void (later += seconds * 1000);
  beforeEach(() => {
    later = 0;
    Date.now = () => now() + later;
  });
  afterEach(() => {
    Date.now = now;
  });

  describe("of a service that has not answered for a minute", () => {
    const withService = async (
      test: (service: Awaited<ReturnType<typeof countedService>>) => Promise<void>,
    ): Promise<void> => {
      const service = await countedService();
      try {
        await test(service);
      } finally {
        service.close();
      }
    };

    it("is asked once by each call that comes then: none begins a row of attempts of its own", async () => {
      await withService(async ({ cost }) => {
        assert.equal(await cost(), attempts);
        pass(60);
        assert.equal(await cost(), 1);
        assert.equal(await cost(10), 10);
      });
    });

    it("is asked again as often as ever once it has answered", async () => {
      await withService(async ({ cost, state, zones }) => {
        await cost();
        pass(60);
        state.isUp = true;
        await zones.getStorageZone(1);
        state.isUp = false;
        assert.equal(await cost(), attempts);
      });
    });

    it("is asked again as often as ever where nobody asked it for long: that is another outage", async () => {
      await withService(async ({ cost }) => {
        await cost();
        pass(121);
        assert.equal(await cost(), attempts);
      });
    });
  });

  describe("of a service that has refused every request as one too many for three minutes", () => {
    let service: Service;
    let taken = false;
    before(async () => {
      service = await serve((_, response) => {
        if (taken) return json(response, 200, { ...filledStorageZone(), Id: 1 });
        response.setHeader("retry-after", "0");
        json(response, 429, {});
      });
    });
    after(() => service.close());

    it("is asked once by each call that comes then, and as often as ever once it has taken one", async () => {
      const zones = client(service.url, { maxRetries: attempts - 1 });
      const cost = async (): Promise<number> => {
        const before = service.received.length;
        await failureOf(zones.getStorageZone(1), RateLimitedError);
        return service.received.length - before;
      };
      assert.equal(await cost(), attempts);
      pass(100);
      assert.equal(await cost(), attempts);
      pass(90);
      assert.equal(await cost(), 1);
      taken = true;
      await zones.getStorageZone(1);
      taken = false;
      assert.equal(await cost(), attempts);
    });
  });
});
