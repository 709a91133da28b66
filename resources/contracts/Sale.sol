// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SafeTransferLib} from "solady/src/utils/SafeTransferLib.sol";
import {Supply} from "./Supply.sol";

/// @title A sale to anybody, of tokens that are set aside for it
/// @notice Purchases draw on the sale supply alone, and minting on the rest, so neither can take the other's room. What is paid goes to the
/// payee within the purchase: the collection never holds coins.
abstract contract Sale is Supply {
    /// @notice What one token costs, who is paid, and how many tokens are set aside.
    struct Payments {
        uint256 price;
        address payee;
        uint256 saleSupply;
    }

    /// @notice A sale has a price of 1 to 2^128 - 1 and a payee; where there is none, price, payee and sale supply are zero.
    error InvalidPayments();

    /// @notice There is no sale.
    error NotForSale();

    /// @notice A purchase is of one token at least.
    error InvalidQuantity();

    /// @notice Of what was set aside for sale `left` tokens are left.
    error SaleSupplyReached(uint256 left);

    /// @notice The payee does not take the coins.
    error PayeeRejected();

    /// @notice Price, payee or what is set aside for sale has changed.
    event PaymentsUpdated(uint256 price, address indexed payee, uint256 saleSupply);

    uint48 private _purchased;

    address private _payee;

    uint256 private _price;

    /// @notice What one token costs, who is paid, and how many tokens are left of those set aside; zeros when there is no sale.
    function payments() external view returns (uint256 price, address payee, uint256 saleSupply) {
        return (_price, _payee, _counters.saleSupply);
    }

    /// @notice How many tokens were ever bought.
    function purchased() external view returns (uint256) {
        return _purchased;
    }

    /// @notice Changes the sale; zeros end it.
    /// @param price What one token costs, in the network's smallest coin.
    /// @param payee Who is paid.
    /// @param saleSupply How many tokens are set aside from now on: minting cannot use them.
    function setPayments(uint256 price, address payee, uint256 saleSupply) external onlyOwner {
        _setPayments(Payments(price, payee, saleSupply));
        emit PaymentsUpdated(price, payee, saleSupply);
    }

    function _setPayments(Payments memory next) internal {
        bool none = next.price == 0;
        if (none != (next.payee == address(0)) || (none && next.saleSupply != 0) || next.price > type(uint128).max) {
            revert InvalidPayments();
        }
        Counters memory counters = _counters;
        _setSaleSupply(counters, next.saleSupply);
        _counters = counters;
        _price = next.price;
        _payee = next.payee;
    }

    /// @dev Takes `quantity` ids out of the sale supply, and sees to it that the call brought their price. What was paid is still to be
    /// passed on, once the tokens are given (`_passOn`).
    function _sell(uint256 quantity) internal returns (uint256 first, uint256 price) {
        price = _price;
        if (price == 0) revert NotForSale();
        if (quantity == 0) revert InvalidQuantity();
        Counters memory counters = _counters;
        if (quantity > counters.saleSupply) revert SaleSupplyReached(counters.saleSupply);
        unchecked {
            // Below 2^128 times below 2^48.
            uint256 expected = price * quantity;
            if (msg.value != expected) revert WrongValue(expected);
            first = uint256(counters.minted) + 1;
            counters.saleSupply -= uint48(quantity);
            counters.minted += uint48(quantity);
            _purchased += uint48(quantity);
        }
        _counters = counters;
    }

    /// @dev Pays the payee what the call brought. Goes last, as the payee may call anything.
    function _passOn() internal {
        if (!SafeTransferLib.trySafeTransferETH(_payee, msg.value, gasleft())) revert PayeeRejected();
    }
}
