// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

struct Fence {
    uint32 expected;
    uint32 writer;
    uint224 trail;
    bytes32[] replaced;
}

interface IToken {
    function approve(address account, uint256 id) external;
    function burn(uint256 id) external;
    function transferFrom(address from, address to, uint256 id) external;
    function safeTransferFrom(address from, address to, uint256 id) external;
    function mint(bytes32 jobId, Fence calldata fence, address to, bytes32 digest, string calldata uri) external returns (uint256);
}

/// @notice A contract that takes tokens in the ways contracts do: politely, not at all, or with something up its sleeve.
contract Receiver {
    enum Manner { Accept, WrongAnswer, RevertWithReason, RevertSilently, SendBack, Burn, ApproveSender, BounceToSelf, BurnAndRevert, UseAllGas, Mint }

    error NotToday(uint256 id);

    Manner public immutable manner;
    bytes public lastData;
    bool private bouncing;

    constructor(Manner manner_) {
        manner = manner_;
    }

    receive() external payable {}

    /// @notice Does what it is told, as a holder.
    function act(address target, uint256 value, uint256 gas, bytes calldata data) external returns (bool done) {
        (done,) = target.call{value: value, gas: gas}(data);
    }

    function onERC721Received(address, address from, uint256 id, bytes calldata data) external returns (bytes4) {
        IToken token = IToken(msg.sender);
        lastData = data;
        if (manner == Manner.WrongAnswer) return 0xdeadbeef;
        if (manner == Manner.RevertWithReason) revert NotToday(id);
        if (manner == Manner.RevertSilently) {
            assembly {
                revert(0, 0)
            }
        }
        if (manner == Manner.UseAllGas) while (true) lastData = abi.encode(keccak256(lastData));
        if (manner == Manner.Mint) token.mint(keccak256(abi.encode(id)), Fence(0, 0, 0, new bytes32[](0)), from, keccak256("file"), "");
        if (manner == Manner.SendBack) token.transferFrom(address(this), from, id);
        if (manner == Manner.Burn || manner == Manner.BurnAndRevert) token.burn(id);
        if (manner == Manner.ApproveSender) token.approve(from, id);
        if (manner == Manner.BurnAndRevert) token.transferFrom(address(this), from, id);
        if (manner == Manner.BounceToSelf && !bouncing) {
            bouncing = true;
            token.safeTransferFrom(address(this), address(this), id);
            bouncing = false;
        }
        return this.onERC721Received.selector;
    }
}

/// @notice Has receivers do many things to a contract in one transaction, and tells which were refused.
contract Stage {
    struct Deed {
        Receiver actor;
        uint256 value;
        bytes data;
    }

    event Done(uint256 place, bool done);

    function perform(address target, uint256 gas, Deed[] calldata deeds) external {
        for (uint256 i; i < deeds.length; ++i) {
            emit Done(i, deeds[i].actor.act(target, deeds[i].value, gas, deeds[i].data));
        }
    }
}

/// @notice A contract that knows nothing of tokens.
contract Oblivious {}
