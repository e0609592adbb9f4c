package dev.dyno.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.ClientSpec.Credentials;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SecretsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    tcp://a:1                                  | tcp://a:1
                    amqp://me:word@a:1/x                       | amqp://me@a:1/x
                    amqp://me:wo%2Frd@a:1/x                    | amqp://me@a:1/x
                    amqp://me:wo/rd@word@a:1/x                 | amqp://(hidden)@a:1/x
                    mqtt://user:word?x=1@a:1                   | mqtt://(hidden)@a:1
                    nats://word@a:1,nats://me:word@b:1         | nats://(hidden)@a:1,nats://me@b:1
                    nats://h1:4222,word@h2:4222                | nats://h1:4222,(hidden)@h2:4222
                    nats://word@h1,word@h2                     | nats://(hidden)@h1,(hidden)@h2
                    nats://x:word@h1,x:word@h2                 | nats://x@h1,x@h2
                    nats://word@a,nats://word@b                | nats://(hidden)@a,nats://(hidden)@b
                    NATS://word@a:1                            | NATS://(hidden)@a:1
                    ws://word@a:1,wss://word@b:1               | ws://(hidden)@a:1,wss://(hidden)@b:1
                    mqtts://word@a:1                           | mqtts://(hidden)@a:1
                    https://word@a:1/x                         | https://(hidden)@a:1/x
                    tcp://me@a:1                               | tcp://me@a:1
                    amqp://d,m:word@h                          | amqp://(hidden)@h
                    amqp://x:a,word@h                          | amqp://(hidden)@h
                    amqp:/user:word@h                          | (hidden)@h
                    user:word@h                                | (hidden)@h
                    tcp://a:1?ssl.keystore.key=word            | tcp://a:1?ssl.keystore.key=(hidden)
                    tcp://a:1?queue=b@c                        | tcp://(hidden)@c
                    (tcp://me:word@a:1,tcp://you:word@b:2)     | (tcp://me@a:1,tcp://you@b:2)
                    tcp://a:1?b=1&trustStorePassword=word&c=2  | tcp://a:1?b=1&trustStorePassword=(hidden)
                    tcp://a:1?password=a&word                  | tcp://a:1?password=(hidden)
                    tcp://a:1?jwt=word                         | tcp://a:1?jwt=(hidden)
                    https://a/x?se=1&sig=word                  | https://a/x?se=1&sig=(hidden)
                    a://b?c='tcp://d:1?x_password=word'        | a://b?c='tcp://d:1?x_password=(hidden)
                    """)
    void anAddressIsShownWithoutPasswords(String url, String shown) {
        assertThat(Secrets.withoutPassword(url)).isEqualTo(shown);
    }

    /** Characters that mean something else in an address, or are not allowed there. */
    static Stream<String> oddCharacters() {
        return Stream.of(" ", "#", "?", "/", "@", ",", "(", ")", "[", "<", "\"", "'", "%");
    }

    static Stream<List<String>> oddAddresses() {
        return oddCharacters().flatMap(odd -> Stream.of(
                        "amqp://me:geheim%sword@h:5672/v",
                        "nats://h1:4222,geheim%sword@h2:4222",
                        "failover:(tcp://me:geheim%sword@h:1,tcp://h:2)?x=1",
                        "kafka://me:geheim%sword@h:9092,me:geheim@h:9093",
                        "me:geheim%sword@h:1")
                .map(form -> List.of(odd, form.replace("%s", odd))));
    }

    @ParameterizedTest
    @MethodSource("oddAddresses")
    void nothingOfAPasswordWithAnOddCharacterIsShown(List<String> address) {
        assertThat(Secrets.withoutPassword(address.get(1)))
                .doesNotContain("geheim", "word")
                .contains("@h");
    }

    @ParameterizedTest
    @MethodSource("oddCharacters")
    void anAddressWithAnOddCharacterInItsUserInfoIsNotClear(String odd) {
        assertThat(Secrets.isClear("amqp://me:geheim" + odd + "word@h:5672/v")).isFalse();
        assertThat(Secrets.isClear("amqp://me:geheim%23word@h:5672/v")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "tcp://h:1?x=a@b, true",
        "'tcp://h1:1,h2:2', true",
        "'nats://h1:4222,T@h2:4222', true",
        "amqp://a:b@h/v@w, false",
        "amqp://admin:admin@dyno/carbon?brokerlist='tcp://localhost:5672', true",
        "'(tcp://[::1]:1,tcp://me:x@b:2)?ha=true', true",
        "me:word@localhost:4222, false",
        "localhost:9092, true"
    })
    void anAddressIsClearIfItsUserInfoHasAnEnd(String url, boolean clear) {
        assertThat(Secrets.isClear(url)).isEqualTo(clear);
    }

    @Test
    void aRememberedSecretIsInNoWordsOfALibrary() {
        Secrets.remember(
                "mqtt://me:kx%239Zw@h",
                Optional.of(new Credentials("me", "Gq4 vK")),
                Map.of(
                        "sasl.jaas.config", "x.LoginModule required username=\"me\" password=\"Tr0ub4dor\";",
                        "authParams", "token:eyJhbGciOi",
                        "java.naming.provider.url", "ldap://me:Hv8kd2@h"));
        for (String secret : List.of("kx%239Zw", "kx#9Zw", "Gq4 vK", "Tr0ub4dor", "eyJhbGciOi", "Hv8kd2")) {
            assertThat(Secrets.inText("cannot parse '" + secret + "@h' for me"))
                    .isEqualTo("cannot parse '(hidden)@h' for me");
        }
    }

    @Test
    void aShortSecretIsHiddenWhereItStandsAlone() {
        Secrets.remember("tcp://h", Optional.of(new Credentials("me", "q7")), Map.of());
        assertThat(Secrets.inText("refused: q7, not q77 of me")).isEqualTo("refused: (hidden), not q77 of me");
    }

    @Test
    void aPasswordThatIsTheUsersNameIsNoSecret() {
        Secrets.remember("amqp://guest:guest@h", Optional.empty(), Map.of());
        assertThat(Secrets.inText("login was refused for user guest")).isEqualTo("login was refused for user guest");
    }

    @Test
    void addressesInATextAreShownWithoutPasswords() {
        assertThat(Secrets.inText("cannot reach amqp://me:word@a:1/x: refused; try again"))
                .isEqualTo("cannot reach amqp://me@a:1/x: refused; try again");
        assertThat(Secrets.inText("bad: {jms.password=word}: refused; x"))
                .isEqualTo("bad: {jms.password=(hidden)}: refused; x");
    }

    @Test
    void aKeyInPemIsHiddenInAnyText() {
        String key = "-----BEGIN RSA PRIVATE KEY-----\nTUlJ\n-----END RSA PRIVATE KEY-----\n";
        String seed = "-----BEGIN USER NKEY SEED-----\nSUAM\n------END USER NKEY SEED------\n";
        String certificate = "-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----\n";
        assertThat(Secrets.withoutSecrets("ssl.keystore.key=" + key + "a: 1\n" + seed + "b: 2\n" + certificate))
                .doesNotContain("TUlJ", "SUAM")
                .contains("\na: 1\n", "\nb: 2\n" + certificate);
        assertThat(Secrets.withoutSecrets(key.substring(0, 37))).doesNotContain("TUlJ");
        assertThat(Secrets.shown("ssl.key.pem", key)).isEqualTo(Secrets.HIDDEN);
        assertThat(Secrets.shown("ssl.certificate.pem", certificate)).isEqualTo(certificate);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    curl -u me:word h:1/x          | curl -u me:(hidden) h:1/x
                    curl --user="me:word" h:1      | curl --user="me:(hidden)" h:1
                    curl http://me:it's@h:1        | curl http://(hidden)@h:1
                    curl h:1/x -H 'Cookie: word'   | curl h:1/x -H 'Cookie:(hidden)
                    curl -u me h:1                 | curl -u me h:1
                    """)
    void aCommandIsShownWithoutPasswords(String command, String shown) {
        assertThat(Secrets.withoutSecrets(command)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    jvm          | -Xss1m -Djavax.net.ssl.keyStorePassword=word   | -Xss1m -Djavax.net.ssl.keyStorePassword=(hidden)
                    erlang-flags | +S 2:2 -setcookie word                         | +S 2:2 -setcookie (hidden)
                    jvm          | -Xss1m -XX:+UseSerialGC                        | -Xss1m -XX:+UseSerialGC
                    jvm          | -Dauth.login.config=a/jaas.conf -Xss1m         | -Dauth.login.config=a/jaas.conf -Xss1m
                    size         | -1                                             | -1
                    url          | tcp://a:1?password=-a b                        | tcp://a:1?password=(hidden)
                    """)
    void flagsAreShownWithoutPasswords(String name, String value, String shown) {
        assertThat(Secrets.shown(name, value)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "ssl.key.password, true", "sasl.jaas.config, true", "authParams, true", "ssl.keystore.key, true",
        "ssl.keystore.location, false", "pulsar.auth-token, true", "pwd, true", "mqtt.pasword, true",
        "pass, true", "db.pass, true", "bypass, false", "apikey, true",
        "api-key, true", "accessKey, true", "SharedAccessKey, true", "SharedAccessSignature, true",
        "AccountKey, true", "sig, true", "signal, false", "jwt, true",
        "nats.seed, true", "workload.seed, false", "--seed, false", "nkey, true",
        "key, true", "basic.auth.user.info, true", "connectionString, true", "passcode, true",
        "authorization, true", "bearer, true", "cookie, true", "routing-key, false",
        "acks, false", "tls.key, false", "--otlp-headers, true", "DYNO_OTLP_HEADERS, true",
        "--otlp, false"
    })
    void settingsWithTheseNamesAreHidden(String name, boolean secret) {
        assertThat(Secrets.isSecret(name)).isEqualTo(secret);
    }
}
