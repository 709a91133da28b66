// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a minting call knows of who mints beside it: two programs with one key can so not mint the same thing under two jobs.
/// @param expected The writer that the minter's mark holds before the call.
/// @param writer The writer that it holds afterwards; another than `expected` makes the call an entry.
/// @param trail Of an entry: the trail that the mark holds before the call. Of any other call it is not looked at.
/// @param replaced At most 16 jobs that must not have been minted, as this call mints anew what they may have minted.
struct Fence {
    uint32 expected;
    uint32 writer;
    uint224 trail;
    bytes32[] replaced;
}

/// @title What is minted once
/// @notice Every minting call names a job, and a job is done at most once. Only minters write here.
/// @dev A job's checks come in this order: it is new, the writer is the one expected, the trail of an entry is, nothing that it replaces was minted.
abstract contract Jobs {
    /// @notice Most jobs that one call can replace.
    uint256 public constant MAX_REPLACED = 16;

    /// @notice The job was done before, as what begins at `first`: a token id, or of copies a batch number, both from 1.
    error AlreadyMinted(uint256 first);

    /// @notice The caller's mark holds another writer than expected.
    error AnotherWriter(uint32 stored);

    /// @notice The caller minted other jobs, or in another order, than the trail says.
    error AnotherHistory();

    /// @notice A job that was to be replaced was minted, from `first` on.
    error ReplacedWasMinted(bytes32 job, uint256 first);

    /// @notice A call can replace 16 jobs at most.
    error TooManyReplaced(uint256 given);

    /// @notice A job was done by `minter`. `first` is its first token id of `count` tokens; of copies its batch number, of `count` items.
    event JobMinted(bytes32 indexed jobId, address indexed minter, uint256 first, uint256 count);

    /// @notice From this call on, `minter` mints as `writer`.
    event WriterEntered(address indexed minter, uint32 writer);

    /// @notice Who writes for a minter, and the trail of all its jobs.
    /// @param trail The lowest 224 bits of keccak256(abi.encode(uint256(trail before), jobId)), folded over its minted jobs in order; zero before the first.
    struct Mark {
        uint32 writer;
        uint224 trail;
    }

    /// @notice The mark of each minter.
    mapping(address minter => Mark) public marks;

    /// @dev What a job did: zero if it was not done.
    function _firstOf(bytes32 jobId) internal view virtual returns (uint256 first);

    /// @dev Goes before all other checks of a minting call, so that a job that is done always says so; marks the caller.
    function _begin(bytes32 jobId, Fence calldata fence) internal {
        uint256 first = _firstOf(jobId);
        if (first != 0) revert AlreadyMinted(first);
        Mark memory mark = marks[msg.sender];
        if (mark.writer != fence.expected) revert AnotherWriter(mark.writer);
        bool enters = fence.expected != fence.writer;
        if (enters && mark.trail != fence.trail) revert AnotherHistory();
        _requireNoneMinted(fence.replaced);
        marks[msg.sender] = Mark(fence.writer, _fold(mark.trail, jobId));
        if (enters) emit WriterEntered(msg.sender, fence.writer);
    }

    function _requireNoneMinted(bytes32[] calldata replaced) private view {
        if (replaced.length > MAX_REPLACED) revert TooManyReplaced(replaced.length);
        for (uint256 i; i < replaced.length; ++i) {
            uint256 first = _firstOf(replaced[i]);
            if (first != 0) revert ReplacedWasMinted(replaced[i], first);
        }
    }

    function _fold(uint224 trail, bytes32 jobId) private pure returns (uint224 folded) {
        /// @solidity memory-safe-assembly
        assembly {
            mstore(0x00, trail)
            mstore(0x20, jobId)
            folded := shr(32, shl(32, keccak256(0x00, 0x40)))
        }
    }
}
