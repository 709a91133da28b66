import { bcs, type InferBcsType } from '@mysten/bcs'
import { addressLayout, bytesLayout, refusedLayout } from './values.ts'

/** Bytes of a key and of a signature (ed25519). */
export const publicKeyBytes = 32
export const signatureBytes = 64

const publicKey = bytesLayout(publicKeyBytes)
const signature = bytesLayout(signatureBytes)
const ed25519 = bcs.struct('Ed25519', { publicKey, signature })
const multiEd25519 = refusedLayout('a MultiEd25519 signature')

/** How one account signs; `noAccount`: only in simulations. */
export const accountAuthenticatorLayout = bcs.enum('AccountAuthenticator', {
  ed25519,
  multiEd25519,
  singleKey: bcs.struct('SingleKey', {
    publicKey: bcs.enum('AnyPublicKey', { ed25519: publicKey }),
    signature: bcs.enum('AnySignature', { ed25519: signature }),
  }),
  multiKey: refusedLayout('a MultiKey signature'),
  noAccount: null,
})
export type AccountAuthenticator = InferBcsType<typeof accountAuthenticatorLayout>

/** How the accounts of a transaction sign. */
export const authenticatorLayout = bcs.enum('TransactionAuthenticator', {
  ed25519,
  multiEd25519,
  multiAgent: bcs.struct('MultiAgent', {
    sender: accountAuthenticatorLayout,
    secondarySignerAddresses: bcs.vector(addressLayout),
    secondarySigners: bcs.vector(accountAuthenticatorLayout),
  }),
  feePayer: bcs.struct('FeePayer', {
    sender: accountAuthenticatorLayout,
    secondarySignerAddresses: bcs.vector(addressLayout),
    secondarySigners: bcs.vector(accountAuthenticatorLayout),
    feePayerAddress: addressLayout,
    feePayerSigner: accountAuthenticatorLayout,
  }),
  singleSender: accountAuthenticatorLayout,
})
export type Authenticator = InferBcsType<typeof authenticatorLayout>
