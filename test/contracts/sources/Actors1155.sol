// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface ICopies {
    function burn(address from, uint256 id, uint256 amount) external;
    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata data) external;
}

/// @notice A holder that is a contract: does what it is told, and takes units in the ways contracts do.
contract Actor {
    enum Manner { Accept, WrongAnswer, RevertWithReason, RevertSilently, SendOn, Burn, BounceToSelf, UseAllGas, LongAnswer, ShortAnswer, OnceLater }

    error NotToday(uint256 id);

    Manner public manner;
    /// @notice Where `SendOn` sends what it gets.
    address public friend;
    bytes32 public lastData;
    bool private busy;

    constructor(Manner manner_, address friend_) {
        manner = manner_;
        friend = friend_;
    }

    function setManner(Manner manner_) external {
        manner = manner_;
    }

    function act(address target, bytes calldata data) external returns (bool done) {
        (done,) = target.call(data);
    }

    function onERC1155Received(address, address, uint256 id, uint256 amount, bytes calldata data) external returns (bytes4) {
        _take(id, amount, data);
        return manner == Manner.WrongAnswer ? bytes4(0xdeadbeef) : this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(
        address,
        address,
        uint256[] calldata ids,
        uint256[] calldata amounts,
        bytes calldata data
    ) external returns (bytes4) {
        for (uint256 i; i < ids.length; ++i) _take(ids[i], amounts[i], data);
        return manner == Manner.WrongAnswer ? bytes4(0xdeadbeef) : this.onERC1155BatchReceived.selector;
    }

    function _take(uint256 id, uint256 amount, bytes calldata data) private {
        lastData = keccak256(data);
        if (manner == Manner.RevertWithReason) revert NotToday(id);
        if (manner == Manner.RevertSilently) {
            assembly {
                revert(0, 0)
            }
        }
        if (manner == Manner.UseAllGas) while (true) lastData = keccak256(abi.encode(lastData));
        if (manner == Manner.LongAnswer) {
            assembly {
                mstore(0, shl(224, 0xf23a6e61))
                return(0, 60000)
            }
        }
        if (manner == Manner.ShortAnswer) {
            assembly {
                mstore(0, shl(224, 0xf23a6e61))
                return(0, 4)
            }
        }
        if (busy) return;
        busy = true;
        if (manner == Manner.SendOn) ICopies(msg.sender).safeTransferFrom(address(this), friend, id, amount, "");
        if (manner == Manner.Burn) ICopies(msg.sender).burn(address(this), id, amount);
        if (manner == Manner.BounceToSelf) ICopies(msg.sender).safeTransferFrom(address(this), address(this), id, amount, "");
        busy = false;
    }
}

/// @notice Has actors do many things to a contract in one transaction, and tells which were refused.
contract Stage {
    struct Deed {
        Actor actor;
        bytes data;
    }

    event Done(uint256 place, bool done);

    function perform(address target, Deed[] calldata deeds) external {
        for (uint256 i; i < deeds.length; ++i) emit Done(i, deeds[i].actor.act(target, deeds[i].data));
    }
}
