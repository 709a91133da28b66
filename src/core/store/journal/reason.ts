/** Why something that was to be done on a chain was not done. */
export interface Reason {
  code: string
  message: string
  /** The place in the batch of the only mint that is refused. */
  place?: number
  /** None of the batch's mints is refused: they wait for another batch. */
  elsewhere?: true
  /** Keys of the batch's mints that are each minted alone from now on. Without `place` none of its mints is refused then. */
  alone?: readonly number[]
}
