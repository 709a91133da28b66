// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Asks a contract many questions in one call. A question that reverts is answered with one zero byte, since reasons may differ.
contract Observer {
    function observe(address target, bytes[] calldata questions) external view returns (bytes[] memory answers) {
        answers = new bytes[](questions.length);
        for (uint256 i; i < questions.length; ++i) {
            (bool done, bytes memory answer) = target.staticcall(questions[i]);
            answers[i] = done ? answer : bytes(hex"00");
        }
    }

    /// @notice The gas that one question needs, inside a transaction.
    function gasOf(address target, bytes calldata question) external view returns (uint256) {
        uint256 before = gasleft();
        (bool done,) = target.staticcall(question);
        require(done, "failed");
        return before - gasleft();
    }
}
