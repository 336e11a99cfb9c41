/** Why an answer is not read to its end. It is never passed on unread then, whatever `unread` says. */
export const TOO_MUCH_WORK = "too much work";
