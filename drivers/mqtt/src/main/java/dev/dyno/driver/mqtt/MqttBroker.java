package dev.dyno.driver.mqtt;

import static dev.dyno.driver.mqtt.MqttSettings.VERSION;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import dev.dyno.driver.Capabilities;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientConnection;
import dev.dyno.driver.ClientSpec.Credentials;
import dev.dyno.driver.ConnectionSpec;
import dev.dyno.driver.Destination;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.NamesInUse;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.TimeSource;
import io.reactivex.schedulers.Schedulers;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** One MQTT broker with one set of settings. */
final class MqttBroker implements Client {

    private static final long CONNECT_TIMEOUT_SECONDS = 10;

    private final SettingValues settings;
    private final Address address;
    private final Optional<Credentials> credentials;
    private final Optional<MqttClientSslConfig> ssl;
    /** Kept sessions that are connected from here: another link with the same client id would take them over. */
    private final NamesInUse sessions = new NamesInUse();

    private final ExecutorService threads = Executors.newCachedThreadPool(MqttBroker::daemon);
    private final TimeSource time;

    MqttBroker(SettingValues settings, Address address, Optional<Credentials> credentials, TimeSource time)
            throws DriverException {
        this.time = time;
        this.settings = settings;
        this.address = address;
        this.credentials = credentials;
        this.ssl = address.secure() || settings.usesTls() ? Optional.of(ssl()) : Optional.empty();
    }

    private MqttClientSslConfig ssl() throws DriverException {
        return MqttClientSslConfig.builder()
                .trustManagerFactory(settings.tls().trustManagers())
                .keyManagerFactory(settings.tls().keyManagers().orElse(null))
                // Without a verifier the JDK's own check for HTTPS is used.
                .hostnameVerifier(settings.tls().verifyHost() ? null : (host, session) -> true)
                .build();
    }

    @Override
    public Capabilities capabilities() {
        return MqttLimits.capabilities(settings);
    }

    @Override
    public boolean queuesEndWithConsumers() {
        return true;
    }

    @Override
    public void checkNames(List<Destination> destinations) throws DriverException {
        for (Destination destination : destinations) {
            destination.require("[^+#\\u0000]+", "a topic of MQTT that can be sent to; must be without + and #");
        }
    }

    @Override
    public ClientConnection connect(ConnectionSpec spec) throws DriverException {
        MqttConnection connection = new MqttConnection(this, spec, time);
        connection.open();
        return connection;
    }

    /** A link that is not connected yet. */
    MqttLink link(LinkSpec spec, LinkWatch watch) {
        MqttClientBuilder builder = MqttClient.builder()
                .identifier(spec.clientId())
                .transportConfig()
                .serverHost(address.host())
                .serverPort(address.port())
                .sslConfig(ssl.orElse(null))
                .socketConnectTimeout(CONNECT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .mqttConnectTimeout(CONNECT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .applyTransportConfig()
                // Sends complete on the network thread, which nothing blocks: messages are delivered on other threads.
                .executorConfig(MqttClientExecutorConfig.builder()
                        .applicationScheduler(Schedulers.trampoline())
                        .build())
                .addDisconnectedListener(context -> watch.down(context.getCause()));
        return settings.get(VERSION) == 5
                ? new Link5(builder, settings, address, credentials)
                : new Link3(builder, settings, address, credentials);
    }

    SettingValues settings() {
        return settings;
    }

    /** Threads of all listeners: as many as have messages at a time. */
    Executor threads() {
        return threads;
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "dyno-mqtt-consumer");
        thread.setDaemon(true);
        return thread;
    }

    NamesInUse sessions() {
        return sessions;
    }

    @Override
    public Semantics semantics(ProducerSpec producer) {
        return SemanticsCard.of(producer, settings, ssl.isPresent());
    }

    @Override
    public void close() {
        // Every link has been closed, and the threads of the client library end with the last link.
        threads.shutdown();
    }
}
