import { fromUnits } from '../../../../shared/amount.ts'
import type {
  CollectionAnswer,
  CollectionMetadata,
  CollectionRequest,
  PaymentsRequest,
} from '../../../../shared/api-schemas/collections.ts'
import type { ChainName } from '../../../../shared/chains.ts'
import { kindNamed } from '../../../../shared/contract-features.ts'
import { familyOf } from '../../../../shared/families.ts'
import { collectionField } from '../../../../shared/token-names.ts'
import type { KnownNetworks } from '../../../chains/networks.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { type Payments, settledOf, shownOf } from '../../../store/collections/settings.ts'
import { metadataOf } from '../contracts.ts'
import { saleOf } from './payments.ts'

type Facts = Pick<KnownNetworks, 'of'>

/** What wallets show of a collection, as it is on chain now. */
export function metadataNow(row: CollectionRow): CollectionMetadata {
  const { description, imageUrl } = shownOf(row)
  return { ...metadataOf(row), description, imageUrl }
}

/** The fields in which a request differs from the existing collection. */
export function mismatches(networks: Facts, standing: CollectionRow, request: CollectionRequest): string[] {
  const metadata = metadataOf(standing)
  const now = metadataNow(standing)
  // A program that repeats its original request does not ask to undo a person's later change.
  const either = (field: 'imageUrl' | 'description') =>
    request.metadata[field] === now[field] ? now[field] : metadata[field]
  const pairs: [string, unknown, unknown][] = [
    ['chain', request.chain, standing.chain],
    ['metadata.name', request.metadata.name, metadata.name],
    ['metadata.imageUrl', request.metadata.imageUrl, either('imageUrl')],
    ['metadata.description', request.metadata.description, either('description')],
    ['metadata.symbol', request.metadata.symbol, metadata.symbol],
    ['fungibility', request.fungibility, standing.fungibility],
    ['supplyLimit', request.supplyLimit, settledOf(standing).supplyLimit],
    ['reuploadLinkedFiles', request.reuploadLinkedFiles, standing.reupload === 1],
    ['contractKind', request.contractKind, standing.contract_kind],
  ]
  const fields = pairs.filter(([, asked, stands]) => asked !== undefined && asked !== stands).map(([field]) => field)
  return request.payments === undefined ||
    (request.chain === standing.chain && asksFor(networks, request.payments, standing))
    ? fields
    : [...fields, 'payments']
}

function asksFor(networks: Facts, request: PaymentsRequest, standing: CollectionRow): boolean {
  const { symbol } = networks.of(standing.chain as ChainName).currency
  if (request.currency !== undefined && request.currency.toUpperCase() !== symbol.toUpperCase()) return false
  const asked = saleOf(networks, request, standing.chain as ChainName)
  const { payments } = settledOf(standing)
  if (payments === null || payments.price !== asked.price || payments.payee !== asked.payee) return false
  return asked.supply === null || asked.supply === saleLeft(payments, standing)
}

/** A collection as the API answers it: settings that can change are those on chain. */
export function collectionView(networks: Facts, row: CollectionRow): CollectionAnswer {
  const { supplyLimit, payments } = settledOf(row)
  return {
    id: row.id,
    metadata: metadataNow(row),
    fungibility: row.fungibility,
    onChain: {
      chain: row.chain,
      type: tokenStandard(row),
      ...addressOf(row),
    },
    ...(supplyLimit === null ? {} : { supplyLimit }),
    ...(payments === null ? {} : { payments: paymentsView(networks, payments, row) }),
    actionId: row.action_id ?? row.id,
  }
}

function addressOf({ chain, contract_address, state }: CollectionRow): {
  contractAddress?: string
  mintAddress?: string
  collectionAddress?: string
} {
  if (contract_address === null) return {}
  if (familyOf(chain).tokenIds) return { contractAddress: contract_address }
  // The interface shows a collection's mint only once there is one.
  return state === 'deployed' ? collectionField(chain, contract_address) : {}
}

/** How many can still be bought: those set aside, less those bought; null without a bound. */
function saleLeft({ setAside }: Payments, { purchased }: CollectionRow): number | null {
  return setAside === null ? null : Math.max(0, setAside - purchased)
}

export function paymentsView(
  networks: Facts,
  payments: Payments,
  collection: CollectionRow,
): NonNullable<CollectionAnswer['payments']> {
  const { currency } = networks.of(collection.chain as ChainName)
  const left = saleLeft(payments, collection)
  return {
    price: fromUnits(payments.price, currency.decimals),
    recipientAddress: payments.payee,
    currency: currency.symbol,
    ...(left === null ? {} : { saleSupply: left }),
  }
}

function tokenStandard({ chain, fungibility, contract_kind }: CollectionRow): string {
  const { kinds, semiFungible } = familyOf(chain)
  const usual = fungibility === 'semi-fungible' ? semiFungible : kinds[0]
  return (kindNamed(contract_kind)?.kind ?? usual)?.standard ?? ''
}
