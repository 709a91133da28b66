/** Why the chain refused something. */
export interface AptosFailure {
  code: string
  /** One sentence. */
  message: string
  /** Whether it may be the fault of a single token of the transaction. */
  ofToken: boolean
}

/** `Move abort in 0x4::collection: ECOLLECTION_SUPPLY_EXCEEDED(0x20002): …` */
const aborted = /Move abort in (0x[0-9a-f]+::\w+): (?:(E\w+)\()?(0x[0-9a-f]+)/i

/** By abort names of 0x4::collection, 0x4::token, 0x4::aptos_token, 0x1::object and 0x1::aptos_account (aptos-core). */
const known: readonly (readonly [module: RegExp, name: string, code: string, message: string, ofToken: boolean])[] = [
  [
    /0x4::collection/,
    'ECOLLECTION_SUPPLY_EXCEEDED',
    'collection.full',
    'The collection’s supply limit is reached: no more can be minted into it.',
    true,
  ],
  [
    /0x4::collection/,
    'ECOLLECTION_NAME_TOO_LONG',
    'metadata.length',
    'The collection’s name is longer than the 128 bytes that the chain keeps: shorten it.',
    false,
  ],
  [
    /0x4::token/,
    'ETOKEN_NAME_TOO_LONG',
    'metadata.length',
    'The NFT’s name is longer than the 128 bytes that the chain keeps: shorten it.',
    true,
  ],
  [
    /0x4::(token|collection)/,
    'EURI_TOO_LONG',
    'metadata.length',
    'The URI of the metadata is longer than the 512 bytes that the chain keeps: shorten it.',
    true,
  ],
  [
    /0x4::collection/,
    'EDESCRIPTION_TOO_LONG',
    'metadata.length',
    'The collection’s description is longer than the 2,048 bytes that the chain keeps: shorten it.',
    false,
  ],
  [
    /0x4::(aptos_token|token|collection)/,
    'ENOT_CREATOR',
    'collection.notOwner',
    'The address of the project’s fee balance is not the creator of this collection.',
    false,
  ],
  [
    /0x4::(aptos_token|token|collection)/,
    'ECOLLECTION_DOES_NOT_EXIST',
    'collection.absent',
    'There is no such collection on the chain (any more): the network is another one, or began anew.',
    false,
  ],
  [
    /0x4::(aptos_token|token)/,
    'ETOKEN_DOES_NOT_EXIST',
    'nft.burnt',
    'The NFT was burnt meanwhile; it is gone for good.',
    false,
  ],
  [/0x1::object/, 'EOBJECT_DOES_NOT_EXIST', 'nft.burnt', 'The NFT was burnt meanwhile; it is gone for good.', false],
  [
    /0x4::aptos_token/,
    'EFIELD_NOT_MUTABLE',
    'nft.immutable',
    'The collection does not let its creator change this.',
    false,
  ],
  [
    /0x1::object/,
    'ENOT_OBJECT_OWNER',
    'transfer.notHeld',
    'The wallet does not hold this NFT any more: somebody moved it outside of Mintdesk.',
    false,
  ],
  [
    /0x1::object/,
    'ENO_UNGATED_TRANSFERS',
    'transfer.frozen',
    'The NFT is bound to its holder, so it cannot be moved.',
    false,
  ],
  [
    /0x1::object/,
    'EOBJECT_EXISTS',
    'collection.exists',
    'The address of the project’s fee balance has a collection of this name already: choose another name.',
    false,
  ],
  [
    /0x1::aptos_account/,
    'EACCOUNT_DOES_NOT_ACCEPT_DIRECT_COIN_TRANSFERS',
    'transfer.refused',
    'The account takes no coin that it did not ask for.',
    false,
  ],
]

const outOfGas: AptosFailure = {
  code: 'chain.outOfGas',
  message: 'It used more gas than was simulated. Nothing was changed by it; try again.',
  ofToken: false,
}

/** Why a transaction failed, by its VM status. */
export function failureOf(vmStatus: string): AptosFailure {
  if (/out.of.gas|(EXECUTION|IO|STORAGE)_LIMIT_REACHED/i.test(vmStatus)) return outOfGas
  const [, module = '', name] = aborted.exec(vmStatus) ?? []
  const found = known.find(([of, abort]) => abort === name && of.test(module))
  if (found) {
    const [, , code, message, ofToken] = found
    return { code, message, ofToken }
  }
  const said = (vmStatus.split('\n')[0] ?? '').slice(0, 200).replace(/\.+$/, '')
  return { code: 'chain.reverted', message: `The chain refused it: ${said}.`, ofToken: module !== '' }
}

/** The chain's status for an account that cannot pay for a transaction. */
export const withoutCoin = 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE'

/** Whether a simulation failed only for lack of coin. */
export function lacksCoin(vmStatus: string): boolean {
  return /INSUFFICIENT_BALANCE|MAX_GAS_UNITS_BELOW_MIN|SENDING_ACCOUNT_DOES_NOT_EXIST|out.of.gas/i.test(vmStatus)
}

/** Whether a simulation failed because the account's sequence number moved meanwhile. */
export function sequenceMoved(vmStatus: string): boolean {
  return /SEQUENCE_NUMBER_TOO_(OLD|NEW)/i.test(vmStatus)
}
