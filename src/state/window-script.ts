import { StoreFailure, wholeSeconds, type Admission } from "./limiter.ts";

/**
 * One request of a fixed window, in one step that nothing comes between. KEYS[1] is the window; ARGV: limit, length in
 * microseconds. Answers 1 or 0, requests counted, microseconds until the end.
 *
 * Time is the server's, so replicas whose clocks differ agree. Where that clock has gone back, the window begins anew with
 * what it has counted: it neither ends early nor lasts for as long as the jump was. The name expires a second behind the
 * window: it never goes while its window is open.
 */
export const WINDOW_SCRIPT = `
local time = redis.call("TIME")
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local limit = tonumber(ARGV[1])
local window = redis.call("HMGET", KEYS[1], "opened", "length", "used")
local opened, length, used = tonumber(window[1]), tonumber(window[2]), tonumber(window[3])
local begins = false
if not (opened and length and used) or now - opened >= length then
  opened, length, used, begins = now, tonumber(ARGV[2]), 0, true
elseif now < opened then
  opened, begins = now, true
end
local admitted = used < limit
if admitted then used = used + 1 end
if begins then
  redis.call("HSET", KEYS[1], "opened", opened, "length", length, "used", used)
  redis.call("PEXPIRE", KEYS[1], math.ceil(length / 1000) + 1000)
elseif admitted then
  redis.call("HSET", KEYS[1], "used", used)
end
return {admitted and 1 or 0, used, length - (now - opened)}
`;

/** @throws {StoreFailure} `reply`: not what the script answers */
export function readWindowReply(reply: unknown, limit: number): Admission {
  const [admitted, used, leftUs] = Array.isArray(reply) ? reply.map(Number) : [];
  if (
    admitted === undefined ||
    used === undefined ||
    leftUs === undefined ||
    !Number.isFinite(admitted + used + leftUs)
  )
    throw new StoreFailure("reply");
  return {
    admitted: admitted === 1,
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: wholeSeconds(leftUs / 1000),
  };
}
