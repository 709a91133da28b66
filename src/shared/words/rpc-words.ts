/** What a person should know of a network whose list has one RPC. */
export const oneRpc =
  'One RPC: its word is believed. With a second one, nothing is written down as minted or as failed before two say the same.'
