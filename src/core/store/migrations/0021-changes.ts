/** Changes of collections and NFTs that were made are few beside mints, and are looked for among them when a network fell back. */
export const sql = `
CREATE INDEX transactions_changes ON transactions (network, signer, sequence)
  WHERE state = 'succeeded' AND purpose IN ('update', 'burn', 'transfer');
`
