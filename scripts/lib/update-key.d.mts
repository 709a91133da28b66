export function makeKeyPair(): { privateKey: string; publicKey: string }
export function publicKeyOf(privateKey: string): string
export function signDescription(name: string, bytes: Uint8Array, privateKey: string): string
