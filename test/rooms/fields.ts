import { openRoom } from "../support/rooms.ts";

openRoom("fields");
