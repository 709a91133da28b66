import { CommandError } from '../../failure.ts'

/** The options of a collection's public sale, as typed. */
export interface SaleOptions {
  price?: string
  payee?: string
  saleSupply?: number
}

/** null ends a sale; undefined leaves it unchanged. @throws CommandError if the price or the payee is missing */
export function paymentsOf({ price, payee, saleSupply }: SaleOptions) {
  if (price === 'none') return null
  if (price === undefined && payee === undefined && saleSupply === undefined) return undefined
  if (price === undefined || payee === undefined)
    throw new CommandError('collection.sale', 'A sale needs both --price and --payee.')
  return { price, recipientAddress: payee, ...(saleSupply === undefined ? {} : { saleSupply }) }
}
