/** Characters of a header: others would make a client fail with the key in its message. */
const KEY = /^[\x21-\x7e]+$/

/** Whether a text can be sent as the key of a service. */
export const isServiceKey = (text: string): boolean => KEY.test(text)
