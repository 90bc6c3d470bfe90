<?php
/**
 * Plugin Name: Karta Delivery for WooCommerce
 * Description: Delivery times at the checkout that your routes can keep, orders to Karta, and tracking on every order.
 * Version: 1.0.0
 * Requires at least: 5.0
 * Requires PHP: 7.0
 * WC requires at least: 4.0
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: karta-delivery
 * Domain Path: /languages
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

define( 'KARTA_VERSION', '1.0.0' );
define( 'KARTA_FILE', __FILE__ );

require_once __DIR__ . '/includes/class-karta-client.php';
require_once __DIR__ . '/includes/class-karta-settings.php';
require_once __DIR__ . '/includes/class-karta-question.php';
require_once __DIR__ . '/includes/class-karta-checkout.php';
require_once __DIR__ . '/includes/class-karta-bulk-action.php';
require_once __DIR__ . '/includes/class-karta-tracking.php';

/** Says that orders may be in tables of their own, and that the checkout may be made of blocks. */
function karta_declare_compatibility() {
	if ( class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, KARTA_FILE, true );
		}
	}
}
add_action( 'before_woocommerce_init', 'karta_declare_compatibility' );

/** Starts once WooCommerce is there; without it, an administrator reads why nothing happens. */
function karta_start() {
	load_plugin_textdomain( 'karta-delivery', false, dirname( plugin_basename( KARTA_FILE ) ) . '/languages' );
	if ( ! class_exists( 'WooCommerce' ) ) {
		add_action( 'admin_notices', 'karta_needs_woocommerce' );
		return;
	}
	Karta_Settings::start();
	Karta_Checkout::start();
	Karta_Bulk_Action::start();
	Karta_Tracking::start();
}
add_action( 'plugins_loaded', 'karta_start' );

/** Tells an administrator that WooCommerce is missing. */
function karta_needs_woocommerce() {
	echo '<div class="notice notice-error"><p>' .
		esc_html__( 'Karta Delivery needs WooCommerce. Activate WooCommerce first.', 'karta-delivery' ) . '</p></div>';
}

/** The shipping method is read only when WooCommerce asks for its methods, since its parent class is there only then. */
function karta_load_shipping_method() {
	require_once __DIR__ . '/includes/class-karta-shipping-method.php';
}
add_action( 'woocommerce_shipping_init', 'karta_load_shipping_method' );

/**
 * Adds the method to those of WooCommerce.
 *
 * @param array $methods Class names by method.
 * @return array
 */
function karta_add_shipping_method( $methods ) {
	$methods['karta'] = 'Karta_Shipping_Method';
	return $methods;
}
add_filter( 'woocommerce_shipping_methods', 'karta_add_shipping_method' );
