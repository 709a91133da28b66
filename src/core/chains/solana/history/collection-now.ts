import { deserializeCollectionV1 } from '@metaplex-foundation/mpl-core'
import { getMetadataAccountDataSerializer } from '@metaplex-foundation/mpl-token-metadata'
import { isSome, lamports, publicKey } from '@metaplex-foundation/umi'
import type { z } from 'zod'
import { contractVersion } from '../../../../shared/contract-features.ts'
import type { CollectionNow } from '../../family/history.ts'
import type { Commitment } from '../accounts.ts'
import { isCollection } from '../core-assets.ts'
import { coreProgram } from '../instructions/core-instructions.ts'
import { supplyAttribute } from '../instructions/core-sizes.ts'
import { textsOf } from '../instructions/token-instructions.ts'
import { accountsAnswer } from '../rpc/answers.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'

type Account = z.infer<typeof accountsAnswer>['value'][number]

/** A collection's state at this commitment; null if there is none. @param metadata the PDA of its metadata, if it is a certified collection */
export async function collectionAt(
  node: SolanaRpc,
  contract: string,
  metadata: string,
  commitment: Commitment,
): Promise<CollectionNow | null> {
  const asked = [[contract, metadata], { encoding: 'base64', commitment }]
  const [account, described] = (await node.call('getMultipleAccounts', asked, accountsAnswer)).value
  return collectionIn(contract, account ?? null, described ?? null)
}

/** A Core collection from its account, or a certified one from its metadata account; null if it is neither. */
function collectionIn(contract: string, account: Account, metadata: Account): CollectionNow | null {
  if (isCollection(account)) return coreCollection(contract, Buffer.from(account.data[0], 'base64'))
  const data = Buffer.from(metadata?.data[0] ?? '', 'base64')
  return data.length <= 1 ? null : certifiedCollection(contract, data)
}

const made = { contractVersion, sale: null } as const
const fixed = { sale: null, baseUri: null, transferable: true } as const

function coreCollection(contract: string, data: Uint8Array): CollectionNow {
  const account = {
    executable: false,
    lamports: lamports(0),
    owner: publicKey(coreProgram),
    publicKey: publicKey(contract),
  }
  const { updateAuthority, updateDelegate, ...read } = deserializeCollectionV1({ ...account, data })
  const { name, uri, numMinted, attributes, royalties } = read
  const limit = Number(attributes?.attributeList.find(({ key }) => key === supplyAttribute)?.value ?? 0)
  const supplyLimit = Number.isSafeInteger(limit) && limit > 0 ? limit : null
  const receiver = royalties?.creators[0]?.address
  const royalty =
    royalties && receiver !== undefined && royalties.basisPoints > 0
      ? { receiver: String(receiver), basisPoints: royalties.basisPoints }
      : null
  return {
    ...{
      contract,
      authority: String(updateAuthority),
      delegates: updateDelegate?.additionalDelegates.map(String) ?? null,
    },
    ...{ limitKept: true, counted: { nfts: numMinted, inTrees: true } },
    facts: { ...made, name, symbol: null, contractUri: uri, contractKind: 'core', supplyLimit: supplyLimit ?? 0 },
    settings: { ...fixed, supplyLimit, royalty },
  }
}

function certifiedCollection(contract: string, data: Uint8Array): CollectionNow | null {
  const [{ updateAuthority, collectionDetails }] = getMetadataAccountDataSerializer().deserialize(data)
  if (!isSome(collectionDetails)) return null
  const { name, symbol, uri } = textsOf(data)
  const nfts = collectionDetails.value.__kind === 'V1' ? Number(collectionDetails.value.size) : 0
  return {
    ...{
      contract,
      authority: String(updateAuthority),
      delegates: null,
      limitKept: false,
      counted: { nfts, inTrees: false },
    },
    facts: { ...made, name, symbol, contractUri: uri, contractKind: 'certified', supplyLimit: 0 },
    settings: { ...fixed, supplyLimit: null, royalty: null },
  }
}
