<?php
/**
 * One story, as JSON: `php run.php STORY ADDRESS`.
 *
 * @package Karta
 */

error_reporting( E_ALL );
set_error_handler(
	function ( $kind, $text, $file, $line ) {
		if ( error_reporting() & $kind ) {
			fwrite( STDERR, "$text at $file:$line\n" );
			exit( 1 );
		}
		return true;
	}
);
require __DIR__ . '/fake-wordpress.php';
require dirname( __DIR__ ) . '/karta-delivery.php';

do_action( 'plugins_loaded' );
do_action( 'before_woocommerce_init' );
do_action( 'woocommerce_shipping_init' );

list( , $story, $address ) = $argv;
$key                       = 'ks_01234567-89ab-4def-8123-456789abcdef_' . str_repeat( 'k', 43 );
$wp->options               = array(
	'karta_address' => $address,
	'karta_key'     => $key,
);
$package                   = array(
	'contents'      => array(
		array(
			'data'     => new Fake_Product(),
			'quantity' => 2,
		),
	),
	'contents_cost' => 19.9,
	'destination'   => array(
		'country'   => 'DE',
		'state'     => '',
		'postcode'  => '10827',
		'city'      => 'Berlin',
		'address_1' => 'Hauptstraße 5',
	),
);
$wp->packages              = array( $package );

/** An order for a time. */
function order_for( $code ) {
	$order             = new WC_Order();
	$item              = new Fake_Shipping_Item();
	$item->meta        = array( 'karta_slot' => $code );
	$order->shipping[] = $item;
	return $order;
}
/** What is printed meanwhile. */
function printed( $work ) {
	ob_start();
	$work();
	return ob_get_clean();
}

$stories = array(
	'rates'    => function () use ( $package ) {
		$methods       = apply_filters( 'woocommerce_shipping_methods', array() );
		$method        = new $methods['karta']( 3 );
		$method->set   = array( 'method' => 'express' );
		$method->calculate_shipping( $package );
		$first         = $method->rates;
		$method->rates = array();
		$method->calculate_shipping( $package );
		return array( $first, $method->rates );
	},
	'away'     => function () use ( $package, $wp ) {
		$method        = new Karta_Shipping_Method( 3 );
		$method->calculate_shipping( $package );
		$none          = $method->rates;
		$method->set   = array( 'fallback' => '4.50' );
		$method->calculate_shipping( $package );
		return array( $none, $method->rates, $wp->logged );
	},
	'checkout' => function () use ( $wp ) {
		$first = order_for( 'slot-2026-11-21-1800-2000' );
		do_action( 'woocommerce_checkout_create_order', $first );
		$second = order_for( 'slot-2026-11-21-1600-1800' );
		do_action( 'woocommerce_store_api_checkout_update_order_from_request', $second );
		$other                     = order_for( '' );
		$other->shipping[0]->method = 'flat_rate';
		do_action( 'woocommerce_checkout_create_order', $other );
		return array( $first->meta, $second->meta, $other->meta, $wp->session );
	},
	'taken'    => function () {
		try {
			do_action( 'woocommerce_checkout_create_order', order_for( 'slot-2026-11-21-1800-2000' ) );
		} catch ( Exception $refusal ) {
			return $refusal->getMessage();
		}
		return null;
	},
	'bulk'     => function () use ( $wp ) {
		$offered = apply_filters( 'bulk_actions-woocommerce_page_wc-orders', array() );
		$back    = apply_filters( 'handle_bulk_actions-woocommerce_page_wc-orders', 'https://shop.test/orders', 'karta_send', array( '5', '7', 'x', '-9' ) );
		$told    = printed( function () {
			do_action( 'admin_notices' );
		} );
		apply_filters( 'handle_bulk_actions-edit-shop_order', '', 'trash', array( '5' ) );
		$wp->can = array();
		apply_filters( 'handle_bulk_actions-edit-shop_order', '', 'karta_send', array( '5' ) );
		return array( $offered, $back, $told );
	},
	'settings' => function () use ( $wp, $address, $key ) {
		$wp->zones = array( new Fake_Zone( 4, '<b>City</b>' ) );
		$page      = printed( array( 'Karta_Settings', 'show' ) );
		$wrong     = Karta_Settings::keep( $address, 'ks_nonsense', 0 )->get_error_code();
		$empty     = Karta_Settings::keep( '', $key, 0 )->get_error_code();
		$_POST     = array(
			'karta_address' => $address . '/',
			'karta_key'     => $key,
			'karta_zone'    => '4',
		);
		$ends      = array();
		foreach ( array( array( true, true ), array( true, true ), array( false, true ), array( true, false ) ) as list( $nonce, $may ) ) {
			$wp->nonce = $nonce;
			$wp->can   = $may ? array( 'manage_woocommerce' ) : array();
			try {
				do_action( 'admin_post_karta_save' );
			} catch ( WP_Exit $exit ) {
				$ends[] = $exit->getMessage();
			}
		}
		$wp->can = array( 'manage_woocommerce' );
		$told    = printed( array( 'Karta_Settings', 'show' ) );
		return array( $page, $wrong, $empty, $ends, $told, count( $wp->zones[0]->methods ) );
	},
	'tracking' => function () {
		$order       = new WC_Order();
		$order->meta = array(
			'_karta_status'       => 'dispatched',
			'_karta_tracking_url' => 'https://karta.test/t/abc',
		);
		$evil        = new WC_Order();
		$evil->meta  = array(
			'_karta_status'       => '<script>',
			'_karta_tracking_url' => 'javascript:alert(1)',
		);
		$show        = function ( $order ) {
			return printed( function () use ( $order ) {
				do_action( 'woocommerce_order_details_after_order_table', $order );
			} );
		};
		$mail        = printed( function () use ( $order ) {
			do_action( 'woocommerce_email_after_order_table', $order, false, true );
		} );
		return array( $show( $order ), $show( $evil ), $show( new WC_Order() ), $mail );
	},
);

echo json_encode( $stories[ $story ]() );
