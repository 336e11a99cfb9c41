import { openRoom } from "../support/rooms.ts";

openRoom("outages");
