// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibBytes} from "solady/src/utils/LibBytes.sol";
import {LibRLP} from "solady/src/utils/LibRLP.sol";
import {SSTORE2} from "solady/src/utils/SSTORE2.sol";

/// @title Batches of minted tokens, kept as contract code
/// @notice A batch is written once, as the code of a contract of its own: 200 gas a byte instead of 690 in storage.
/// @dev Layout of the code, after the leading STOP byte:
///
///     kind (1 byte) | first token id (6) | count (2) | recipients (20 each) | metadata
///
/// where metadata is the digest of the folder (32 bytes), or with `HOSTED` a block of URIs (see `checkUris`). With `OWNED` there are no
/// recipients, as owners are kept elsewhere.
///
/// Batches are the only contracts that a collection ever creates, so the address of batch `i` follows from the collection's
/// address and nonce `i + 1`, and takes no slot.
library Batches {
    /// @dev Most tokens in one batch.
    uint256 internal constant MAX_COUNT = 1_000;

    /// @dev Flag: recipients ascend, so that an address is found by binary search.
    uint256 internal constant SORTED = 1;

    /// @dev Flag: the batch holds a URI for each token instead of one folder.
    uint256 internal constant HOSTED = 2;

    /// @dev Flag: the tokens' URIs follow from their ids; the folder is kept to be read back only.
    uint256 internal constant BASE = 4;

    /// @dev Flag: the owners of the tokens are kept elsewhere.
    uint256 internal constant OWNED = 8;

    uint256 private constant HEAD_LENGTH = 9;

    uint256 private constant MAX_LENGTH = 24_575;

    uint256 private constant TRANSFER_TOPIC = 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef;

    /// @notice Recipients must be 1 to 1,000 addresses of 20 bytes, without separators, none of them zero.
    error InvalidRecipients();

    /// @notice The recipients of a sorted batch must ascend (an address may repeat).
    error RecipientsNotSorted();

    /// @notice The block of URIs does not hold one non-empty URI for each recipient, or has bytes to spare.
    error InvalidUris();

    /// @notice Recipients and URIs together are longer than one batch can hold.
    error BatchTooLong(uint256 bytesTooMany);

    /// @notice What stands at the head of a batch.
    struct Head {
        uint256 kind;
        uint256 first;
        uint256 count;
    }

    /// @notice Reverts unless the length of `recipients` is that of 1 to 1,000 addresses.
    function checkLength(bytes calldata recipients) internal pure {
        uint256 length = recipients.length;
        if (length == 0 || length > MAX_COUNT * 20 || length % 20 != 0) revert InvalidRecipients();
    }

    /// @notice Emits the `Transfer` events of a batch whose metadata is a folder, and stores it.
    function write(Head memory head, bytes calldata recipients, bytes32 folder) internal {
        _store(abi.encodePacked(uint8(head.kind), uint48(head.first), uint16(head.count), recipients, folder), head);
    }

    /// @notice The same for a batch with a block of URIs, which must be one.
    function writeHosted(Head memory head, bytes calldata recipients, bytes calldata uris) internal {
        _store(abi.encodePacked(uint8(head.kind), uint48(head.first), uint16(head.count), recipients, uris), head);
    }

    /// @notice Stores a batch whose owners are kept elsewhere.
    function writeOwned(Head memory head, bytes memory metadata) internal {
        _write(abi.encodePacked(uint8(head.kind | OWNED), uint48(head.first), uint16(head.count), metadata));
    }

    /// @notice Where batch `index` is stored.
    function pointer(uint256 index) internal view returns (address) {
        unchecked {
            return LibRLP.computeAddress(address(this), index + 1);
        }
    }

    /// @notice The head of the batch at `at`.
    function headOf(address at) internal view returns (Head memory head) {
        uint256 word;
        /// @solidity memory-safe-assembly
        assembly {
            mstore(0x00, 0)
            extcodecopy(at, 0x17, 1, HEAD_LENGTH)
            word := mload(0x00)
        }
        head.kind = word >> 64;
        head.first = (word >> 16) & type(uint48).max;
        head.count = word & type(uint16).max;
    }

    /// @notice The batch that holds `id`: the last one that begins at or before it, if it reaches that far.
    /// @param batches How many batches there are.
    function find(uint256 id, uint256 batches) internal view returns (bool found, uint256 index, Head memory head) {
        uint256 high = batches;
        unchecked {
            while (index < high) {
                uint256 middle = (index + high) >> 1;
                Head memory probe = headOf(pointer(middle));
                if (probe.first <= id) {
                    (index, head) = (middle + 1, probe);
                } else {
                    high = middle;
                }
            }
            found = index != 0 && id < head.first + head.count;
            if (found) --index;
        }
    }

    /// @notice The recipient at `place`.
    function recipientAt(address at, uint256 place) internal view returns (address recipient) {
        /// @solidity memory-safe-assembly
        assembly {
            mstore(0x00, 0)
            extcodecopy(at, 0x0c, add(10, mul(place, 20)), 20)
            recipient := mload(0x00)
        }
    }

    /// @notice All recipients, 20 bytes each; nothing where owners are kept elsewhere.
    function recipientsOf(address at, Head memory head) internal view returns (bytes memory) {
        return SSTORE2.read(at, HEAD_LENGTH, _metadataStart(head));
    }

    /// @notice What follows the recipients.
    function metadataOf(address at, Head memory head) internal view returns (bytes memory) {
        return SSTORE2.read(at, _metadataStart(head));
    }

    /// @notice The URI of `place` in a block of URIs (layout at `checkUris`).
    function hostedUri(bytes memory uris, uint256 count, uint256 place) internal pure returns (string memory uri) {
        uint256 text = (count + 1) * 2;
        uint256 prefix = _end(uris, 0);
        uint256 from = _end(uris, place);
        uint256 to = _end(uris, place + 1);
        return string(abi.encodePacked(LibBytes.slice(uris, text, text + prefix), LibBytes.slice(uris, text + from, text + to)));
    }

    /// @notice How many tokens of the first `batches` batches were minted to `account`.
    /// @dev One buffer serves all batches, since memory costs more than linearly. A sorted batch is searched, any other is scanned.
    function countOfAll(address account, uint256 batches) internal view returns (uint256 total) {
        uint256 buffer;
        /// @solidity memory-safe-assembly
        assembly {
            buffer := mload(0x40)
            mstore(0x40, add(buffer, 20064)) // MAX_COUNT recipients, and the word that the last one is read with.
        }
        for (uint256 i; i < batches; ++i) {
            address at = pointer(i);
            uint256 kind;
            uint256 count;
            /// @solidity memory-safe-assembly
            assembly {
                mstore(0x00, 0)
                extcodecopy(at, 0x17, 1, HEAD_LENGTH)
                kind := shr(64, mload(0x00))
                count := and(mload(0x00), 0xffff)
                extcodecopy(at, buffer, 10, mul(count, 20))
            }
            total += kind & SORTED == 0 ? _scan(buffer, count, account) : _search(buffer, count, account);
        }
    }

    function _store(bytes memory data, Head memory head) private {
        _announce(data, head);
        _write(data);
    }

    function _write(bytes memory data) private {
        if (data.length > MAX_LENGTH) revert BatchTooLong(data.length - MAX_LENGTH);
        SSTORE2.write(data);
    }

    function _metadataStart(Head memory head) private pure returns (uint256) {
        unchecked {
            return head.kind & OWNED == 0 ? HEAD_LENGTH + head.count * 20 : HEAD_LENGTH;
        }
    }

    /// @notice Reverts unless the block holds one URI for each of `count` tokens.
    /// The block: `count + 1` ends of two bytes, big-endian, then text. The text up to the first end begins every URI;
    /// what lies between end `i` and end `i + 1` is the rest of the URI of place `i`.
    function checkUris(bytes calldata uris, uint256 count) internal pure {
        uint256 table = (count + 1) * 2;
        bool valid = uris.length >= table;
        if (valid) {
            /// @solidity memory-safe-assembly
            assembly {
                let at := uris.offset
                let prefix := shr(240, calldataload(at))
                let last := prefix
                for { let end := add(at, table) } 1 {} {
                    at := add(at, 2)
                    if iszero(lt(at, end)) { break }
                    let next := shr(240, calldataload(at))
                    // A rest may be empty only where the common beginning is not.
                    valid := and(valid, iszero(lt(next, add(last, iszero(prefix)))))
                    last := next
                }
                valid := and(valid, eq(add(table, last), uris.length))
            }
        }
        if (!valid) revert InvalidUris();
    }

    /// @dev Emits `Transfer` from nobody for each recipient in `data`, refusing the zero address and, in a sorted batch, disorder.
    function _announce(bytes memory data, Head memory head) private {
        uint256 id = head.first;
        uint256 count = head.count;
        bool disordered;
        bool missing;
        /// @solidity memory-safe-assembly
        assembly {
            let at := add(data, 0x29) // Length word and head.
            let last := 0
            for { let end := add(id, count) } lt(id, end) { id := add(id, 1) } {
                let to := shr(96, mload(at))
                missing := or(missing, iszero(to))
                disordered := or(disordered, lt(to, last))
                last := to
                log4(0, 0, TRANSFER_TOPIC, 0, to, id)
                at := add(at, 20)
            }
        }
        if (missing) revert InvalidRecipients();
        if (disordered && head.kind & SORTED != 0) revert RecipientsNotSorted();
    }

    /// @dev How often `account` stands among `count` addresses at `buffer`; eight at a time, as the loop costs more than the comparison.
    function _scan(uint256 buffer, uint256 count, address account) private pure returns (uint256 found) {
        /// @solidity memory-safe-assembly
        assembly {
            let key := shl(96, account)
            let at := buffer
            let end := add(buffer, mul(count, 20))
            for { let whole := sub(end, mod(mul(count, 20), 160)) } lt(at, whole) { at := add(at, 160) } {
                // A difference below 2^96 lies past the 20 bytes of the address: the addresses are the same.
                let n := lt(xor(mload(at), key), 0x1000000000000000000000000)
                n := add(n, lt(xor(mload(add(at, 20)), key), 0x1000000000000000000000000))
                n := add(n, lt(xor(mload(add(at, 40)), key), 0x1000000000000000000000000))
                n := add(n, lt(xor(mload(add(at, 60)), key), 0x1000000000000000000000000))
                n := add(n, lt(xor(mload(add(at, 80)), key), 0x1000000000000000000000000))
                n := add(n, lt(xor(mload(add(at, 100)), key), 0x1000000000000000000000000))
                n := add(n, lt(xor(mload(add(at, 120)), key), 0x1000000000000000000000000))
                n := add(n, lt(xor(mload(add(at, 140)), key), 0x1000000000000000000000000))
                found := add(found, n)
            }
            for {} lt(at, end) { at := add(at, 20) } { found := add(found, eq(shr(96, mload(at)), shr(96, key))) }
        }
    }

    /// @dev The same for addresses that ascend.
    function _search(uint256 buffer, uint256 count, address account) private pure returns (uint256) {
        uint256 key = uint160(account);
        uint256 from = _lowerBound(buffer, 0, count, key);
        if (from == count || _addressAt(buffer, from) != key) return 0;
        unchecked {
            return _lowerBound(buffer, from, count, key + 1) - from;
        }
    }

    /// @dev The first place in `[low, high)` whose address is not below `key`, else `high`.
    function _lowerBound(uint256 buffer, uint256 low, uint256 high, uint256 key) private pure returns (uint256) {
        unchecked {
            while (low < high) {
                uint256 middle = (low + high) >> 1;
                if (_addressAt(buffer, middle) < key) low = middle + 1;
                else high = middle;
            }
        }
        return low;
    }

    function _addressAt(uint256 buffer, uint256 place) private pure returns (uint256 value) {
        /// @solidity memory-safe-assembly
        assembly {
            value := shr(96, mload(add(buffer, mul(place, 20))))
        }
    }

    function _end(bytes memory uris, uint256 place) private pure returns (uint256) {
        return (uint256(uint8(uris[place * 2])) << 8) | uint8(uris[place * 2 + 1]);
    }
}
