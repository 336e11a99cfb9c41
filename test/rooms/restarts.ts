import { openRoom } from "../support/rooms.ts";

openRoom("restarts");
