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
