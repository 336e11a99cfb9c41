import { setFlagsFromString } from "node:v8";

/**
 * Calls after which V8 compiles a function for good; by itself it waits for 3,000. Most functions here are called once or
 * twice for each request: a service that gets one in a second would run half compiled for an hour.
 */
const CALLS = 600;
/** The first release of Node that is known to have the option: others would say that they do not. */
const NODE_MIN = 26;

/** Called when the service is ready: of what a start runs nothing is worth it. By code, so that each way to start the service has it. */
export function compileSooner(): void {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MIN)
    setFlagsFromString(`--invocation-count-for-turbofan=${CALLS}`);
}
