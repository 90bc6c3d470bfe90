<?php
/**
 * As much of WordPress and WooCommerce as the plugin uses, in memory. Calls to Karta are real HTTP.
 *
 * @package Karta
 */

define( 'ABSPATH', __DIR__ . '/' );

$wp = (object) array(
	'options'    => array(),
	'transients' => array(),
	'hooks'      => array(),
	'can'        => array( 'manage_woocommerce', 'edit_shop_orders' ),
	'nonce'      => true,
	'session'    => array(),
	'logged'     => array(),
	'packages'   => array(),
	'zones'      => array(),
	'redirect'   => null,
);

class WP_Error {
	public $code;
	public $message;
	public $data;
	public function __construct( $code, $message, $data = null ) {
		list( $this->code, $this->message, $this->data ) = array( $code, $message, $data );
	}
	public function get_error_code() {
		return $this->code;
	}
	public function get_error_message() {
		return $this->message;
	}
}
class WP_Exit extends Exception {}
function is_wp_error( $thing ) {
	return $thing instanceof WP_Error;
}

function add_filter( $name, $work, $priority = 10, $count = 1 ) {
	global $wp;
	$wp->hooks[ $name ][ $priority ][] = array( $work, $count );
	ksort( $wp->hooks[ $name ] );
}
function add_action( $name, $work, $priority = 10, $count = 1 ) {
	add_filter( $name, $work, $priority, $count );
}
function apply_filters( $name, $value, ...$more ) {
	global $wp;
	foreach ( isset( $wp->hooks[ $name ] ) ? $wp->hooks[ $name ] : array() as $works ) {
		foreach ( $works as list( $work, $count ) ) {
			$value = call_user_func_array( $work, array_slice( array_merge( array( $value ), $more ), 0, $count ) );
		}
	}
	return $value;
}
function do_action( $name, ...$given ) {
	global $wp;
	foreach ( isset( $wp->hooks[ $name ] ) ? $wp->hooks[ $name ] : array() as $works ) {
		foreach ( $works as list( $work, $count ) ) {
			call_user_func_array( $work, array_slice( $given, 0, $count ) );
		}
	}
}

function get_option( $name, $default = false ) {
	global $wp;
	return isset( $wp->options[ $name ] ) ? $wp->options[ $name ] : $default;
}
function update_option( $name, $value ) {
	global $wp;
	$wp->options[ $name ] = $value;
}
function delete_option( $name ) {
	global $wp;
	unset( $wp->options[ $name ] );
}
function get_transient( $name ) {
	global $wp;
	return isset( $wp->transients[ $name ] ) ? $wp->transients[ $name ] : false;
}
function set_transient( $name, $value ) {
	global $wp;
	$wp->transients[ $name ] = $value;
}
function delete_transient( $name ) {
	global $wp;
	unset( $wp->transients[ $name ] );
}

function __( $text ) {
	return $text;
}
function _n( $one, $many, $count ) {
	return 1 === $count ? $one : $many;
}
function esc_html( $text ) {
	return htmlspecialchars( (string) $text, ENT_QUOTES );
}
function esc_attr( $text ) {
	return esc_html( $text );
}
function esc_html__( $text ) {
	return esc_html( $text );
}
function esc_url_raw( $url, $protocols = array( 'http', 'https' ) ) {
	$scheme = (string) parse_url( (string) $url, PHP_URL_SCHEME );
	return in_array( $scheme, $protocols, true ) ? str_replace( array( '"', '<', '>', "'" ), '', (string) $url ) : '';
}
function esc_url( $url, $protocols = array( 'http', 'https' ) ) {
	return esc_html( esc_url_raw( $url, $protocols ) );
}
function sanitize_text_field( $text ) {
	return trim( strip_tags( (string) $text ) );
}
function wp_unslash( $value ) {
	return stripslashes( $value );
}
function absint( $value ) {
	return abs( (int) $value );
}
function untrailingslashit( $text ) {
	return rtrim( $text, '/' );
}
function add_query_arg( $with, $url ) {
	return $url . '?' . http_build_query( $with );
}
function admin_url( $path ) {
	return 'https://shop.test/wp-admin/' . $path;
}
function plugin_basename( $file ) {
	return basename( dirname( $file ) ) . '/' . basename( $file );
}
function load_plugin_textdomain() {}
function get_locale() {
	return 'de_DE';
}
function wp_json_encode( $value ) {
	return json_encode( $value );
}
function current_user_can( $right ) {
	global $wp;
	return in_array( $right, $wp->can, true );
}
function get_current_user_id() {
	return 1;
}
function add_submenu_page() {}
function submit_button( $label ) {
	echo '<button>' . esc_html( $label ) . '</button>';
}
function wp_nonce_field( $name ) {
	echo '<input type="hidden" name="_wpnonce" value="' . esc_attr( md5( $name ) ) . '">';
}
function check_admin_referer() {
	global $wp;
	if ( ! $wp->nonce ) {
		throw new WP_Exit( 'The link you followed has expired.' );
	}
}
function wp_die( $text ) {
	throw new WP_Exit( $text );
}
function wp_safe_redirect( $url ) {
	global $wp;
	$wp->redirect = $url;
	throw new WP_Exit( 'redirected' );
}

/** WordPress's own client, as PHP's streams have it. */
function wp_remote_post( $url, $with ) {
	$lines = array();
	foreach ( $with['headers'] as $name => $value ) {
		$lines[] = $name . ': ' . $value;
	}
	$context = stream_context_create(
		array(
			'http' => array(
				'method'          => 'POST',
				'header'          => implode( "\r\n", $lines ),
				'content'         => $with['body'],
				'timeout'         => getenv( 'FAKE_PATIENCE' ) ? (float) getenv( 'FAKE_PATIENCE' ) : $with['timeout'],
				'follow_location' => $with['redirection'],
				'ignore_errors'   => true,
			),
		)
	);
	$body = @file_get_contents( $url, false, $context );
	if ( false === $body ) {
		return new WP_Error( 'http_request_failed', 'cURL error 28' );
	}
	preg_match( '/ (\d{3})/', $http_response_header[0], $found );
	return array(
		'status' => (int) $found[1],
		'body'   => $body,
	);
}
function wp_remote_retrieve_response_code( $response ) {
	return $response['status'];
}
function wp_remote_retrieve_body( $response ) {
	return $response['body'];
}

class WooCommerce {
	public $session;
	public function shipping() {
		return new class() {
			public function get_packages() {
				global $wp;
				return $wp->packages;
			}
		};
	}
}
function WC() {
	static $woo;
	if ( ! $woo ) {
		$woo          = new WooCommerce();
		$woo->session = new class() {
			public function get( $name ) {
				global $wp;
				return isset( $wp->session[ $name ] ) ? $wp->session[ $name ] : null;
			}
			public function set( $name, $value ) {
				global $wp;
				$wp->session[ $name ] = $value;
			}
		};
	}
	return $woo;
}
class WC_Shipping_Method {
	public $id;
	public $instance_id;
	public $title;
	public $method_title;
	public $method_description;
	public $supports;
	public $instance_form_fields = array();
	public $rates                = array();
	public $set                  = array();
	public function __construct( $instance_id = 0 ) {
		$this->instance_id = $instance_id;
	}
	public function get_option( $name, $empty = null ) {
		$default = isset( $this->instance_form_fields[ $name ]['default'] ) ? $this->instance_form_fields[ $name ]['default'] : $empty;
		return isset( $this->set[ $name ] ) ? $this->set[ $name ] : $default;
	}
	public function get_rate_id( $suffix = '' ) {
		return $this->id . ':' . $this->instance_id . ( $suffix ? ':' . $suffix : '' );
	}
	public function add_rate( $rate ) {
		unset( $rate['package'] );
		$this->rates[] = $rate;
	}
}
class WC_Shipping_Zones {
	public static function get_zones() {
		global $wp;
		return array_map(
			function ( $zone ) {
				return array(
					'zone_id'   => $zone->id,
					'zone_name' => $zone->name,
				);
			},
			$wp->zones
		);
	}
	public static function get_zone( $id ) {
		global $wp;
		foreach ( $wp->zones as $zone ) {
			if ( $zone->id === $id ) {
				return $zone;
			}
		}
		return false;
	}
}
class Fake_Zone {
	public $id;
	public $name;
	public $methods = array();
	public function __construct( $id, $name ) {
		list( $this->id, $this->name ) = array( $id, $name );
	}
	public function get_shipping_methods() {
		return $this->methods;
	}
	public function add_shipping_method( $id ) {
		$this->methods[] = (object) array( 'id' => $id );
	}
}
class Fake_Meta {
	public $meta = array();
	public function get_meta( $name ) {
		return isset( $this->meta[ $name ] ) ? $this->meta[ $name ] : '';
	}
	public function update_meta_data( $name, $value ) {
		$this->meta[ $name ] = $value;
	}
}
class Fake_Shipping_Item extends Fake_Meta {
	public $method = 'karta';
	public function get_method_id() {
		return $this->method;
	}
}
class WC_Order extends Fake_Meta {
	public $shipping = array();
	public $address  = array( 'shipping_address_1' => 'Hauptstraße 5', 'shipping_city' => 'Berlin' );
	public function get_items() {
		return $this->shipping;
	}
	public function __call( $name, $given ) {
		$field = substr( $name, 4 );
		return isset( $this->address[ $field ] ) ? $this->address[ $field ] : '';
	}
}
class Fake_Product {
	public $needs  = true;
	public $weight = '1.25';
	public function needs_shipping() {
		return $this->needs;
	}
	public function get_weight() {
		return $this->weight;
	}
	public function get_shipping_class() {
		return 'chilled';
	}
	public function get_parent_id() {
		return 0;
	}
	public function get_id() {
		return 7;
	}
}
function wp_get_post_terms() {
	return array( 'fresh', 'chilled' );
}
function wc_get_weight( $weight ) {
	return $weight * 1000;
}
function get_woocommerce_currency() {
	return 'EUR';
}
function wc_get_price_decimals() {
	return 2;
}
function wc_format_decimal( $value, $decimals = false ) {
	return false === $decimals ? (string) (float) $value : number_format( (float) $value, $decimals, '.', '' );
}
function wc_get_logger() {
	return new class() {
		public function warning( $text ) {
			global $wp;
			$wp->logged[] = $text;
		}
	};
}
