/**
 * The client of Redis writes what it sends, passwords included, to standard error where `DEBUG` names it. It must not, under
 * `DEBUG=*` neither. Part of the process's edge, which alone reads the environment.
 */
const traced = process.env["DEBUG"];
if (traced !== undefined) process.env["DEBUG"] = `${traced},-ioredis:*`;
