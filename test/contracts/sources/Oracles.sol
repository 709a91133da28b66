// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What an OP-stack network's GasPriceOracle answers, at prices that a test can work out: a gwei a byte, and a quarter more at most.
contract OpStackOracle {
    function getL1Fee(bytes memory data) external pure returns (uint256) {
        return data.length * 1 gwei;
    }

    function getL1FeeUpperBound(uint256 size) external pure returns (uint256) {
        return size * 1.25 gwei;
    }

    /// Isthmus: half a gwei a gas, and 7 gwei a transaction.
    function getOperatorFee(uint256 gasUsed) external pure returns (uint256) {
        return gasUsed * 0.5 gwei + 7 gwei;
    }
}

/// The same from before Fjord and Isthmus.
contract EarlyOpStackOracle {
    function getL1Fee(bytes memory data) external pure returns (uint256) {
        return data.length * 1 gwei;
    }
}

/// What Arbitrum's nodes answer for NodeInterface: ten gas a byte.
contract ArbitrumNodeInterface {
    function gasEstimateL1Component(address, bool, bytes calldata data)
        external
        payable
        returns (uint64 gasEstimateForL1, uint256 baseFee, uint256 l1BaseFeeEstimate)
    {
        return (uint64(data.length * 10), 0.1 gwei, 1 gwei);
    }
}
