// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title Addresses of IPFS content, from SHA-256 digests
/// @notice A CIDv1 with a SHA-256 digest is 36 bytes, of which 32 are the digest: contracts keep the digest and write the text when asked.
library Cid {
    /// @dev Multicodec of a file of one block.
    uint8 internal constant RAW = 0x55;

    /// @dev Multicodec of a folder (and of a file of several blocks).
    uint8 internal constant DAG_PB = 0x70;

    bytes32 private constant ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

    /// @notice The CID of the content, in lower-case base32 without padding: 59 characters.
    /// @param digest SHA-256 of the block.
    /// @param codec How the block is to be read: `RAW` or `DAG_PB`.
    function text(bytes32 digest, uint8 codec) internal pure returns (string memory) {
        bytes memory cid = abi.encodePacked(uint8(0x01), codec, uint8(0x12), uint8(0x20), digest);
        bytes memory digits = new bytes(58);
        uint256 window;
        uint256 bits;
        uint256 length;
        unchecked {
            for (uint256 i; i < cid.length; ++i) {
                window = ((window << 8) | uint8(cid[i])) & 0xffff;
                for (bits += 8; bits > 4;) {
                    bits -= 5;
                    digits[length++] = ALPHABET[(window >> bits) & 31];
                }
            }
            // 288 bits are 57 characters of five bits and three bits over.
            digits[length] = ALPHABET[(window << (5 - bits)) & 31];
        }
        return string.concat("b", string(digits));
    }
}
