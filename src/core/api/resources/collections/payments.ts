import { toUnits } from '../../../../shared/amount.ts'
import type { PaymentsRequest } from '../../../../shared/api-schemas/collections.ts'
import type { ChainName } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import type { Sale } from '../../../chains/family/collections.ts'
import type { KnownNetworks } from '../../../chains/networks.ts'
import { CoreError, type FaultDetail } from '../../../lib/errors.ts'
import { fieldOf } from '../../http/validation.ts'

type Facts = Pick<KnownNetworks, 'of'>

/** Ours: 2^96 - 1, 79 thousand million coins of 18 decimals. */
const mostWei = 2n ** 96n - 1n

/** The faults of a body's payments that depend on the chain: prices and addresses. */
export function paymentFaults(networks: Facts, payments: unknown, chain: ChainName): FaultDetail[] {
  const price = fieldOf(payments, 'price')
  const recipient = fieldOf(payments, 'recipientAddress')
  return [
    ...(typeof price === 'string' && priceForm.test(price) ? priceFaults(networks, price, chain) : []),
    ...(typeof recipient === 'string' ? addressFaults(chain, 'payments.recipientAddress', recipient) : []),
  ]
}

/** Payments without faults, in the chain's terms. `supply` null: not given. @throws CoreError 422 */
export function saleOf(networks: Facts, payments: PaymentsRequest, chain: ChainName): Sale {
  const { currency, label } = networks.of(chain)
  if (payments.currency !== undefined && payments.currency.toUpperCase() !== currency.symbol.toUpperCase())
    throw new CoreError(
      'payments.currency',
      `Purchases on ${label} are paid in ${currency.symbol}, its own coin: set payments.currency to "${currency.symbol}", or leave it out.`,
    )
  const price = toUnits(payments.price, currency.decimals)
  const payee = normalAddress(chain, payments.recipientAddress)
  if (price === undefined || payee === undefined) throw new TypeError('payments with faults were taken')
  return { price: price.toString(), payee, supply: payments.saleSupply ?? null }
}

/** What is wrong with an address on a chain. */
export function addressFaults(chain: ChainName, path: string, given: string): FaultDetail[] {
  const checked = familyOf(chain).checkAddress(given)
  return checked.ok ? [] : checked.faults.map(({ message }) => ({ path, message: `${path}: ${message}` }))
}

/** An address in its normal form; undefined for one with faults. */
export function normalAddress(chain: ChainName, given: string): string | undefined {
  const checked = familyOf(chain).checkAddress(given)
  return checked.ok ? checked.address : undefined
}

const priceForm = /^\d{1,60}(\.\d{1,60})?$/

function priceFaults(networks: Facts, given: string, chain: ChainName): FaultDetail[] {
  const { currency } = networks.of(chain)
  const fault = (message: string) => [{ path: 'payments.price', message }]
  const price = toUnits(given, currency.decimals)
  if (price === undefined)
    return fault(`payments.price has more decimals than ${currency.symbol}, which has ${currency.decimals}.`)
  if (price === 0n) return fault('payments.price must be more than 0; payments set to null end a sale.')
  return price > mostWei ? fault(`payments.price is more ${currency.symbol} than there can be: lower it.`) : []
}
