package dev.dyno.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    tcp://a:1                                  | tcp://a:1
                    amqp://me:word@a:1/x                       | amqp://me@a:1/x
                    amqp://me:wo/rd@word@a:1/x                 | amqp://me@a:1/x
                    nats://word@a:1,nats://me:word@b:1         | nats://(hidden)@a:1,nats://me@b:1
                    tcp://a:1?ssl.keystore.key=word            | tcp://a:1?ssl.keystore.key=(hidden)
                    tcp://a:1?queue=b@c                        | tcp://a:1?queue=b@c
                    (tcp://me:word@a:1,tcp://you:word@b:2)     | (tcp://me@a:1,tcp://you@b:2)
                    tcp://a:1?b=1&trustStorePassword=word&c=2  | tcp://a:1?b=1&trustStorePassword=(hidden)&c=2
                    bad: {jms.password=word}: refused; x       | bad: {jms.password=(hidden)}: refused; x
                    """)
    void anAddressIsShownWithoutPasswords(String url, String shown) {
        assertThat(Secrets.withoutPassword(url)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "ssl.key.password, true",
        "sasl.jaas.config, true",
        "authParams, true",
        "ssl.keystore.key, true",
        "ssl.keystore.location, false",
        "pulsar.auth-token, true",
        "acks, false",
        "tls.key, false"
    })
    void settingsWithTheseNamesAreHidden(String name, boolean secret) {
        assertThat(Secrets.isSecret(name)).isEqualTo(secret);
    }
}
