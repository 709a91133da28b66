import { CommandError } from '../../failure.ts'

/** The sale of a collection to anybody, as it is typed. */
export interface SaleOptions {
  price?: string
  payee?: string
  saleSupply?: number
}

/** null ends a sale; undefined leaves it as it is. @throws CommandError for half a sale */
export function paymentsOf({ price, payee, saleSupply }: SaleOptions) {
  if (price === 'none') return null
  if (price === undefined && payee === undefined && saleSupply === undefined) return undefined
  if (price === undefined || payee === undefined)
    throw new CommandError('collection.sale', 'A sale needs both --price and --payee.')
  return { price, recipientAddress: payee, ...(saleSupply === undefined ? {} : { saleSupply }) }
}
