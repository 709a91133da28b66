// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Holds tokens and does what it is told; permits whatever anybody says that it signed, and calls back whenever it is called.
contract Stranger {
    bytes private reply;
    bool private busy;

    /// @notice Sends a call, and says what it was refused with.
    function act(address target, uint256 value, uint256 gas, bytes calldata data) external returns (bool done, bytes4 error) {
        bytes memory answer;
        (done, answer) = target.call{value: value, gas: gas}(data);
        if (!done) error = bytes4(answer);
    }

    /// @notice What it calls from now on when it is given a token or coins.
    function learn(bytes calldata reply_) external {
        reply = reply_;
    }

    receive() external payable {
        _answer();
    }

    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return this.isValidSignature.selector;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        _answer();
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external returns (bytes4) {
        _answer();
        return this.onERC1155Received.selector;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        returns (bytes4)
    {
        _answer();
        return this.onERC1155BatchReceived.selector;
    }

    function _answer() private {
        if (busy || reply.length == 0) return;
        busy = true;
        (bool done,) = msg.sender.call{gas: 200_000}(reply);
        done;
        busy = false;
    }
}

/// @notice Has strangers and minters do many things to a contract in one transaction, and tells of each whether it was refused, why, and
/// whether the contract answers the questions as before.
contract Stage {
    struct Deed {
        Stranger actor;
        uint256 value;
        bytes data;
        bytes reply;
    }

    event Done(bool done, bytes4 error, bool changed);

    receive() external payable {}

    function perform(address target, uint256 gas, Deed[] calldata deeds, bytes[] calldata questions) external {
        bytes32 before = _answers(target, questions);
        for (uint256 i; i < deeds.length; ++i) {
            if (deeds[i].reply.length != 0) deeds[i].actor.learn(deeds[i].reply);
            (bool done, bytes4 error) = deeds[i].actor.act(target, deeds[i].value, gas, deeds[i].data);
            bytes32 answers = _answers(target, questions);
            emit Done(done, error, answers != before);
            before = answers;
        }
    }

    function _answers(address target, bytes[] calldata questions) private view returns (bytes32 hash) {
        for (uint256 i; i < questions.length; ++i) {
            (bool done, bytes memory answer) = target.staticcall(questions[i]);
            hash = keccak256(abi.encode(hash, done, answer));
        }
    }
}
