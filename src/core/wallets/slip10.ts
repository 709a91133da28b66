import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** A node of a SLIP-10 tree on ed25519: a private key and its chain code, 32 bytes each. All steps are hardened. */
export interface Ed25519Node {
  key: Buffer
  chainCode: Buffer
}

/** A key pair on ed25519. */
export interface Ed25519KeyPair {
  /** 32 bytes. */
  publicKey: Uint8Array
  /** 64 bytes. */
  sign(message: Uint8Array): Uint8Array
}

const hardened = 0x8000_0000
/** RFC 8410: the PKCS #8 header before the 32 bytes of an ed25519 private key. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** @param seed 64 bytes of a BIP-39 seed */
export function ed25519Root(seed: Uint8Array): Ed25519Node {
  return split(createHmac('sha512', 'ed25519 seed').update(seed).digest())
}

/** The descendant of a node at these indices, each below 2³¹. */
export function descend(node: Ed25519Node, indices: readonly number[]): Ed25519Node {
  return indices.reduce(({ key, chainCode }, index) => {
    const data = Buffer.alloc(37)
    data.set(key, 1)
    data.writeUInt32BE(hardened + index, 33)
    return split(createHmac('sha512', chainCode).update(data).digest())
  }, node)
}

/** The key pair of a private key. @param key 32 bytes */
export function ed25519KeyPair(key: Buffer): Ed25519KeyPair {
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, key]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(secret).export({ format: 'jwk' })
  return {
    publicKey: Buffer.from(x ?? '', 'base64url'),
    sign: (message) => sign(null, message, secret),
  }
}

function split(mac: Buffer): Ed25519Node {
  return { key: mac.subarray(0, 32), chainCode: mac.subarray(32) }
}
