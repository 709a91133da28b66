/** Makes the key of updates, and signs descriptions of releases. src/main/updates/signed-description.ts defines the signed bytes. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

/** @returns {{ privateKey: string, publicKey: string }} PKCS #8 as PEM, and 32 bytes in base64 */
export function makeKeyPair() {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  return { privateKey: pem, publicKey: publicKeyOf(pem) }
}

/** The public key that belongs to a private one (PEM): 32 bytes in base64. */
export function publicKeyOf(privateKey) {
  const { x } = createPublicKey(createPrivateKey(privateKey)).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

/** The signature over a description and its file name: 64 bytes in base64. */
export function signDescription(name, bytes, privateKey) {
  const signed = Buffer.concat([Buffer.from(`Mintdesk update ${name}\n`), bytes])
  return sign(null, signed, createPrivateKey(privateKey)).toString('base64')
}
