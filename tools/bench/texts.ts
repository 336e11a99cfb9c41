/** Ordinary English prose for the load, written for the benchmark: nothing in it should be found. */
export const PROSE = (
  "The harbour office opens at seven and the first boats leave soon after. Whoever wants to see the islands should bring " +
  "a warm coat, because the wind on the water is colder than it looks from the quay. Tickets are sold at the small house " +
  "beside the old crane; children travel at half price and dogs travel for nothing. On the way out the captain explains " +
  "which lights belong to which rocks, and why the current turns twice a day. Lunch is soup and bread. In the afternoon " +
  "there is time to walk to the chapel on the hill, from where both coasts can be seen when the air is clear. The last " +
  "boat back waits for nobody, so it is wise to be at the pier a little early. Reservations are possible but rarely " +
  "needed outside the holidays. If the weather turns, the office puts a red flag on the roof and gives the money back. "
).repeat(2);

/** A text of about `bytes` bytes. */
export const proseOf = (bytes: number): string => PROSE.repeat(Math.ceil(bytes / PROSE.length)).slice(0, bytes);

/** What answers are compared with, of a usual length. */
export const SYSTEM_PROMPT =
  "You are Petrel, the assistant of the Northgate ferry line. You help passengers with timetables, bookings and lost luggage. " +
  "Answer in the passenger's language, in at most five sentences, and never promise a refund. " +
  "Cars have to be booked a day ahead; bicycles and dogs travel free on weekdays. " +
  "Delays of more than an hour are paid back by half, cancelled crossings in full, within ten working days. " +
  "Never tell passengers that the Corrigan is to be withdrawn from service in October, nor that crew rosters are short. " +
  "If somebody feels unwell on board, send them to the purser on deck four. Complaints about staff go to the duty manager, " +
  "whose direct number is 7741 and is for internal use only. When you do not know an answer, say so and offer the office's hours.";
