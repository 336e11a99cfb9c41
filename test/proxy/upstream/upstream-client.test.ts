import assert from "node:assert/strict";
import type { UpstreamAnswer } from "../../../src/core/upstream-port.ts";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { after, before, describe, test } from "node:test";
import { Pool } from "undici";
import { AnswerBatch } from "../../../src/proxy/scheduling.ts";
import { PooledRequest, readUpstreamError } from "../../../src/proxy/upstream/upstream-client.ts";
import { listen, stop } from "../../support/listen.ts";

describe("PooledRequest", () => {
  let answer: (response: ServerResponse, request: IncomingMessage) => void = () => {};
  const server = createServer((request, response) => answer(response, request));
  let pool: Pool;
  before(async () => {
    pool = new Pool(`http://127.0.0.1:${await listen(server)}`);
  });
  after(async () => {
    await pool.destroy();
    await stop(server);
  });

  const send = (signal: AbortSignal = new AbortController().signal): Promise<UpstreamAnswer> =>
    new Promise((resolve, reject) => {
      pool.dispatch(
        { method: "POST", path: "/", body: "asked" },
        new PooledRequest({ signal, apiKey: null, answers: new AnswerBatch() }, resolve, reject),
      );
    });

  test("resolves with the headers, and fills the body", async () => {
    answer = (response) => {
      response.writeEarlyHints({ link: "</a>; rel=preload" });
      response.writeHead(201, { "x-one": "1" });
      response.write("half ");
      setImmediate(() => response.end("whole"));
    };
    const { status, headers, body } = await send();
    assert.deepEqual([status, headers["x-one"]], [201, "1"]);
    assert.equal(Buffer.from((await body.whole(100)) ?? []).toString(), "half whole");
  });

  test("rejects where no answer comes", async () => {
    answer = (response) => response.destroy();
    await assert.rejects(send(), { code: "UND_ERR_SOCKET" });
  });

  test("fails the body where the answer breaks off", async () => {
    answer = (response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("half", () => response.destroy());
    };
    const { body } = await send();
    await assert.rejects(body.whole(1000), { code: "UND_ERR_SOCKET" });
  });

  test("ends with its signal, before and behind the headers, and at once where that has fallen", async () => {
    const seen = new Promise<void>((resolve) => {
      answer = (_response, request) => {
        request.once("close", resolve);
        early.abort(new Error("gone"));
      };
    });
    const early = new AbortController();
    await assert.rejects(send(early.signal), /^Error: gone$/);
    await seen;

    const late = new AbortController();
    const left = new Promise<void>((resolve) => {
      answer = (response) => {
        response.once("close", resolve);
        response.write("half");
      };
    });
    const { body } = await send(late.signal);
    const whole = body.whole(100);
    late.abort(new Error("gone"));
    await assert.rejects(whole, /^Error: gone$/);
    await left;

    await assert.rejects(send(AbortSignal.abort(new Error("gone"))), /^Error: gone$/);
  });

  test("lets go of the signal when it is over", async () => {
    answer = (response) => response.end("whole");
    const controller = new AbortController();
    const { body } = await send(controller.signal);
    await body.whole(100);
    controller.abort(new Error("gone"));
    assert.equal(Buffer.from((await body.whole(100)) ?? []).toString(), "");
  });
});

describe("readUpstreamError", () => {
  test("distinguishes a provider that was not reached from one that broke off, and from one that answers nonsense", () => {
    const meaning = (code: string): string => readUpstreamError(Object.assign(new Error("x"), { code })).code;
    for (const [code, means] of [
      ["ECONNREFUSED", "upstream_unreachable"],
      ["ENOTFOUND", "upstream_unreachable"],
      ["EHOSTUNREACH", "upstream_unreachable"],
      ["CERT_HAS_EXPIRED", "upstream_unreachable"],
      ["UND_ERR_CONNECT_TIMEOUT", "upstream_timeout"],
      ["UND_ERR_BODY_TIMEOUT", "upstream_timeout"],
      ["ECONNRESET", "upstream_disconnected"],
      ["UND_ERR_SOCKET", "upstream_disconnected"],
      ["HPE_INVALID_EOF_STATE", "upstream_disconnected"],
      ["HPE_INVALID_CONSTANT", "upstream_invalid"],
      ["Z_DATA_ERROR", "upstream_invalid"],
      ["UND_ERR_HEADERS_OVERFLOW", "upstream_invalid"],
      ["UND_ERR_DESTROYED", "draining"],
      ["UND_ERR_INVALID_ARG", "internal"],
    ] as const)
      assert.equal(meaning(code), means, code);
    assert.equal(readUpstreamError(new TypeError("x is not a function")).code, "internal");
  });
});
