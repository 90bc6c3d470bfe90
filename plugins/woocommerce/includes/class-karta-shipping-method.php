<?php
/**
 * The shipping method: each delivery time that Karta can keep is a rate, in the classic checkout and in blocks.
 *
 * @package Karta
 */

defined( 'ABSPATH' ) || exit;

/** Delivery by Karta. */
class Karta_Shipping_Method extends WC_Shipping_Method {

	/** How long an answer of Karta counts, in seconds, and how long it is left alone after it gave none. */
	const FRESH = 60;
	const PAUSE = 30;

	/**
	 * One in a zone.
	 *
	 * @param int $instance_id Which.
	 */
	public function __construct( $instance_id = 0 ) {
		parent::__construct( $instance_id );
		$this->id                 = 'karta';
		$this->instance_id        = absint( $instance_id );
		$this->method_title       = __( 'Karta delivery', 'karta-delivery' );
		$this->method_description = __( 'Buyers choose a delivery time that your routes can keep.', 'karta-delivery' );
		$this->supports           = array( 'shipping-zones', 'instance-settings', 'instance-settings-modal' );
		$this->instance_form_fields = $this->fields();
		$this->title                = $this->get_option( 'title', __( 'Delivery', 'karta-delivery' ) );
		add_action( 'woocommerce_update_options_shipping_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/**
	 * What can be set in each zone.
	 *
	 * @return array
	 */
	private function fields() {
		return array(
			'title'    => array(
				'title'   => __( 'Name at the checkout', 'karta-delivery' ),
				'type'    => 'text',
				'default' => __( 'Delivery', 'karta-delivery' ),
			),
			'method'   => array(
				'title'       => __( 'Name for shipping rules', 'karta-delivery' ),
				'type'        => 'text',
				'default'     => '',
				'description' => __( 'Shipping rules in Karta can choose by it, such as "express".', 'karta-delivery' ),
			),
			'fallback' => array(
				'title'       => __( 'Price without a time', 'karta-delivery' ),
				'type'        => 'price',
				'default'     => '',
				'description' => __( 'What delivery costs while Karta cannot be reached. Leave it empty to offer no delivery then.', 'karta-delivery' ),
			),
		);
	}

	/**
	 * The rates of a package.
	 *
	 * @param array $package What is in it, and where it goes.
	 */
	public function calculate_shipping( $package = array() ) {
		$question = Karta_Question::of( $package, (string) $this->get_option( 'method', '' ) );
		if ( null === $question['address']['country'] ) {
			return;
		}
		$answer = $this->ask( $question );
		if ( is_wp_error( $answer ) ) {
			$this->fall_back( $package );
			return;
		}
		foreach ( $answer['rates'] as $rate ) {
			$this->add_rate(
				array(
					'id'        => $this->get_rate_id( $rate['code'] ),
					'label'     => $this->title . ': ' . $rate['title'],
					'cost'      => $rate['price'],
					'package'   => $package,
					'meta_data' => array( 'karta_slot' => $rate['code'] ),
				)
			);
		}
	}

	/**
	 * What Karta says, or said a moment ago.
	 *
	 * @param array $question The cart.
	 * @return array|WP_Error
	 */
	private function ask( $question ) {
		$name = 'karta_rates_' . md5( (string) wp_json_encode( array( $question, get_option( 'karta_key', '' ) ) ) );
		$kept = get_transient( $name );
		if ( is_array( $kept ) ) {
			return $kept;
		}
		if ( get_transient( 'karta_pause' ) ) {
			return new WP_Error( 'karta_unreachable', __( 'Karta cannot be reached. Check its address, and try again.', 'karta-delivery' ) );
		}
		$answer = Karta_Client::ask( 'rates', $question );
		if ( ! is_wp_error( $answer ) && ! self::is_readable( $answer ) ) {
			$answer = new WP_Error( 'karta_unreadable', __( 'Karta gave an answer that this plugin does not understand. Check its address.', 'karta-delivery' ) );
		}
		if ( ! is_wp_error( $answer ) ) {
			set_transient( $name, $answer, self::FRESH );
			return $answer;
		}
		// A checkout asks several times in a row. A server that is away makes it wait once.
		set_transient( 'karta_pause', 1, self::PAUSE );
		wc_get_logger()->warning( $answer->get_error_message(), array( 'source' => 'karta' ) );
		return $answer;
	}

	/**
	 * Whether an answer is as this plugin knows it.
	 *
	 * @param array $answer Karta's.
	 * @return bool
	 */
	private static function is_readable( $answer ) {
		if ( ! isset( $answer['rates'] ) || ! is_array( $answer['rates'] ) ) {
			return false;
		}
		foreach ( $answer['rates'] as $rate ) {
			if ( ! is_array( $rate ) || ! isset( $rate['code'], $rate['title'], $rate['price'] ) || ! is_numeric( $rate['price'] ) ) {
				return false;
			}
			if ( ! preg_match( '/^[a-z0-9-]{1,60}$/', (string) $rate['code'] ) || ! is_string( $rate['title'] ) ) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Delivery without a time, if the shop offers it.
	 *
	 * @param array $package What is in it, and where it goes.
	 */
	private function fall_back( $package ) {
		$price = (string) $this->get_option( 'fallback', '' );
		if ( '' === $price ) {
			return;
		}
		$this->add_rate(
			array(
				'id'      => $this->get_rate_id( 'any-time' ),
				'label'   => $this->title,
				'cost'    => wc_format_decimal( $price ),
				'package' => $package,
			)
		);
	}
}
