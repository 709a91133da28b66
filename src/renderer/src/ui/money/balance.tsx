import type { Treasury } from '../../../../shared/app-api.ts'
import { coins } from '../format.ts'

/** A fee balance, or that its network does not report it now. */
export function Balance({ balance: { amount, currency, decimals } }: Pick<Treasury, 'balance'>) {
  if (amount === null) return <>{currency} not known now</>
  return (
    <>
      <b>{coins(amount, decimals)}</b> {currency}
    </>
  )
}
