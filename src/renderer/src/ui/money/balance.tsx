import type { Treasury } from '../../../../shared/app-api.ts'
import { coins } from '../format.ts'

/** What a fee balance holds, or that its network does not say so now. */
export function Balance({ balance: { amount, currency, decimals } }: Pick<Treasury, 'balance'>) {
  if (amount === null) return <>{currency} not known now</>
  return (
    <>
      <b>{coins(amount, decimals)}</b> {currency}
    </>
  )
}
