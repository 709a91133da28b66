/** Why what was to be done on a chain was not done. */
export interface Reason {
  code: string
  message: string
  /** The one place of the batch that it concerns; the others are not refused. */
  place?: number
  /** None of its mints is refused: they wait for another batch. */
  elsewhere?: true
  /** Keys of those of its mints that are minted by themselves from now on. Without a place none of the batch's mints is refused. */
  alone?: readonly number[]
}
