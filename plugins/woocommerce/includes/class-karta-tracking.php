<?php
/**
 * Where the delivery is, on the order: for the shop, for the buyer, and in mails.
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

/** Shows what Karta wrote on the order. */
class Karta_Tracking {

	/** Hooks. */
	public static function start() {
		add_action( 'woocommerce_admin_order_data_after_shipping_address', array( __CLASS__, 'show' ) );
		add_action( 'woocommerce_order_details_after_order_table', array( __CLASS__, 'show' ) );
		add_action( 'woocommerce_email_after_order_table', array( __CLASS__, 'mail' ), 10, 3 );
	}

	/**
	 * The words for a state of Karta.
	 *
	 * @param string $state As Karta wrote it.
	 * @return string
	 */
	public static function words( $state ) {
		$words = array(
			'accepted'         => __( 'Being prepared', 'karta-delivery' ),
			'dispatched'       => __( 'On its way', 'karta-delivery' ),
			'out_for_delivery' => __( 'The driver is coming', 'karta-delivery' ),
			'late'             => __( 'Later than planned', 'karta-delivery' ),
			'failed'           => __( 'Could not be delivered', 'karta-delivery' ),
			'delivered'        => __( 'Delivered', 'karta-delivery' ),
			'cancelled'        => __( 'Canceled', 'karta-delivery' ),
			'returned'         => __( 'Returned', 'karta-delivery' ),
		);
		return isset( $words[ $state ] ) ? $words[ $state ] : '';
	}

	/**
	 * State and link as they are on an order; null without either.
	 *
	 * @param WC_Order $order The order.
	 * @return array|null
	 */
	private static function of( $order ) {
		$state = self::words( (string) $order->get_meta( '_karta_status' ) );
		$url   = esc_url( (string) $order->get_meta( '_karta_tracking_url' ), array( 'https', 'http' ) );
		return '' === $state && '' === $url ? null : array( $state, $url );
	}

	/**
	 * On the order's page.
	 *
	 * @param WC_Order $order The order.
	 */
	public static function show( $order ) {
		$known = self::of( $order );
		if ( null === $known ) {
			return;
		}
		list( $state, $url ) = $known;
		echo '<section class="karta-tracking"><h3>' . esc_html__( 'Delivery', 'karta-delivery' ) . '</h3>';
		if ( '' !== $state ) {
			echo '<p>' . esc_html( $state ) . '</p>';
		}
		if ( '' !== $url ) {
			printf( '<p><a href="%s">%s</a></p>', esc_url( $url ), esc_html__( 'Follow the delivery', 'karta-delivery' ) );
		}
		echo '</section>';
	}

	/**
	 * In a mail to the buyer.
	 *
	 * @param WC_Order $order    The order.
	 * @param bool     $to_admin Whether it goes to the shop.
	 * @param bool     $is_plain Whether it is without HTML.
	 */
	public static function mail( $order, $to_admin = false, $is_plain = false ) {
		$known = $to_admin ? null : self::of( $order );
		if ( null === $known || '' === $known[1] ) {
			return;
		}
		if ( $is_plain ) {
			echo "\n" . esc_html__( 'Follow the delivery', 'karta-delivery' ) . ': ' . esc_url_raw( $known[1] ) . "\n";
			return;
		}
		printf( '<p><a href="%s">%s</a></p>', esc_url( $known[1] ), esc_html__( 'Follow the delivery', 'karta-delivery' ) );
	}
}
