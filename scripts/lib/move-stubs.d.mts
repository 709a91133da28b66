/** Bytes of all modules that the scripts call. */
export function moveStubs(): Uint8Array[]
