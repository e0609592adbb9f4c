package dev.dyno.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.dyno.app.execute.Exit;
import dev.dyno.cli.Dyno.Ran;
import dev.dyno.model.metric.Figure.Use;
import dev.dyno.model.metric.Figures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Impossible or contradictory options are refused before anything starts: all of them, each in one sentence. */
class BadInputTest extends WithDyno {

    private static final String NUMBER_WITH_RATE_UNIT =
            "; must be a number, with /s, /min or /h, like 30000/s, 0.5/s, 1.5k/s or 90/min; a bare number is per second.";
    private static final String DURATION =
            "; must be a number with ns, us, ms, s, m, h or d, like 250us, 10s or 1h30m, or a bare number of seconds.";

    private static final String BAD = """
            # How fast.
            client --rate abc | --rate: abc{RATE}
            client --rate -5 | --rate: -5{RATE}
            client --rate 0 | --rate: 0/s; must be more than 0/s. Leave it out for all-out.
            client --rate | --rate: has no value; must be followed by RATE.
            client --rate 1 --rate 2 | --rate: is given more than once; leave one of them out.
            client --rate 5 --schedule constant_5/s | --rate: contradicts --schedule; leave one of them out.
            client --schedule foo | --schedule: foo; must begin with constant, ramp, steps, burst or all-out, like constant 30000/s or ramp 1000/s to 20000/s in 60s.
            client --arrivals poisson | --arrivals: poisson; needs a rate to vary. Give --rate or --schedule.
            client --arrivals odd --rate 5 | --arrivals: odd; must be one of regular, poisson.
            client --missed skip | --missed: skip; needs slots to miss. Give --rate or --schedule.
            client --missed maybe | --missed: maybe; must be one of queue, skip.
            client --password x --user me --password-file pom.xml | --password-file: contradicts --password; leave one of them out.
            client --user me --password | --password: has no value, and there is no terminal to ask for it on; give --password-file FILE, or the variable DYNO_PASSWORD.
            client --password-file pom.xml | --password-file: needs a user; give --user, too.
            client --user me --password-file none | --password-file: none; must be a file that can be read, with the password on its first line.
            client --persistent=maybe | --persistent: maybe; takes no value. Leave =maybe out.
            client --url tcp://127.0.0.1:99999 | --url: tcp://127.0.0.1:99999; a port must be from 1 to 65535.
            client --driver artemis --url (tcp://a:1,tcp://b:123456)?ha=true | --url: (tcp://a:1,tcp://b:123456)?ha=true; a port must be from 1 to 65535.
            client --connect-only | --connect-only: sends nothing that consumers could receive; leave the consumers out, as dyno producer does.
            producer --connect-only --commit-interval 5 | --connect-only: contradicts --commit-interval; leave one of them out.
            producer --connect-only --max-pending 5 | --max-pending: is about messages, and --connect-only sends none; leave one of them out.
            completion tcsh | SHELL: tcsh; must be one of bash, zsh, fish.
            client --fail-if p99(end-to-end)>5 | --fail-if: p99(end-to-end)>5; the limit of p99(end-to-end) must be a duration with its unit, like 20ms.
            client --fail-if p99>5ms --fail-if p50<7ms | --fail-if: p99 > 5ms, p50 < 7ms; one of them holds in every run. Leave one out, or change its limit.
            client --abort-if lost>0 | --abort-if: lost>0; lost is known only at the end of the run. Must be of a latency, a rate, or a count like failed.
            client --abort-if | --abort-if: has no value; must be followed by CONDITION.
            client --price 9 | --price: 9; must be a price per hour above 0, like 9/h or 0.35/h.
            client --price 0/h | --price: 0/h; must be a price per hour above 0, like 9/h or 0.35/h.
            # Which processors the load has.
            client --processors x | --processors: x; must be a whole number from 0 to 1023.
            client --processors 0 --workers 2 | --processors: 0; are of this machine, and workers make the load. Leave it out, or --workers.
            client --processors 0 --at 6s restart | --processors: 0; a broker that is restarted would be held to them, too. Leave it out, or the restart.
            # What is looked into.
            client --profile gpu | --profile: gpu; must be one of cpu, lock, alloc.
            client --profile cpu,,lock | --profile: is empty; must be one of cpu, lock, alloc.
            client --profile | --profile: has no value; must be followed by EVENT.
            client --url sim://a --profile lock | --profile: lock; only a broker that Dyno starts in a process of its own can be profiled. Leave out --url or --broker, or --profile.
            # Which file.
            run queue://X | queue://X: is no workload file; those name their destinations themselves. Leave it out, or use dyno client.
            run ../studies/artemis-guide.yaml | ../studies/artemis-guide.yaml: is a study; dyno study ../studies/artemis-guide.yaml runs it.
            study ../workloads/one-queue.yaml | ../workloads/one-queue.yaml: is a workload; dyno run ../workloads/one-queue.yaml runs it.
            # What happens to the broker.
            client --at 6s_kill | --at: has not its 2 values, each a word of its own; must be followed by TIME ACTION.
            client --at 6s explode | --at: explode; must be one of kill, stop, restart, resume, pause, pause:5s, exec 'COMMAND', delay=50ms, bandwidth=1MB/s, cut, cut:3s, cut:3s:one, cut=off, reset, reset:3s, reset:one; delay and bandwidth have the forms of cut, too.
            client --at 6s exec --duration 9 | --at: exec; must be one of kill, stop, restart, resume, pause, pause:5s, exec 'COMMAND', delay=50ms, bandwidth=1MB/s, cut, cut:3s, cut:3s:one, cut=off, reset, reset:3s, reset:one; delay and bandwidth have the forms of cut, too.
            client --at 6s exec queue://Q | --at: queue://Q; must be a command, like exec 'kubectl delete pod broker-0'.
            client --broker sim --at 1s cut:1s | --at: 1s cut:1s; faults of the network need a proxy in front of the broker, and this one is within this process. Leave out --url or --broker, or --at.
            client --duration 5 --at 6s kill | --at: 6s kill; must be before the end of the load, --duration 5. Make the load longer.
            client --at 2s pause --at 1s kill | --at: 2s pause; the broker does not run then. Give --at TIME restart before it.
            client --reconnect --at 1s stop | --at: 1s stop; nothing comes after it, and with --reconnect the run would wait for ever. Give the load an end, or give --at TIME restart.
            client --url sim://a --at 1s kill | --at: 1s kill; only a broker that Dyno starts can be killed, stopped, restarted or paused; of another give --at TIME exec and the command that does it. Leave out --url or --broker, or --at.
            client --reconnect-delay 50ms | --reconnect-delay: 50ms; has no effect without --reconnect. Give that, or leave it out.
            client --reconnect --reconnect-delay 0 | --reconnect-delay: 0; must be more than 0.
            # What is read beside it.
            client --broker-pid 1 | --broker-pid: is that of a broker that runs already, and Dyno starts one here; give --url, or leave it out.
            client --url sim://a --broker-pid 2147483647 | --broker-pid: 2147483647; must be a process of this host. For a broker elsewhere there is --broker-metrics.
            client --url sim://a --broker-pid x | --broker-pid: x; must be a whole number of at least 1.
            client --broker-metrics localhost:15692 | --broker-metrics: localhost:15692; must be http://HOST:PORT/PATH of a page in the text format of Prometheus, or jolokia:http://HOST:PORT/PATH.
            client --broker-metrics jolokia:http://localhost:8161/jolokia --broker-metrics-select a* | --broker-metrics-select: chooses from a page in the text format of Prometheus, and none is named; give --broker-metrics http://HOST:PORT/PATH, or leave it out.
            # Where its figures are served.
            client --broker sim --metrics-port 65536 | --metrics-port: 65536; must be a whole number from 0 to 65535. 0 = any free one.
            client --broker sim --metrics-host 127.0.0.1 --metrics-linger 5s | --metrics-host: has no effect without --metrics-port. Give that, or leave it out. | --metrics-linger: has no effect without --metrics-port. Give that, or leave it out.
            client --broker sim --metrics-push ftp://x | --metrics-push: ftp://x; must be an address like http://localhost:9091, without a user.
            client --broker sim --metrics-push http://me:w0rd@x | --metrics-push: http://me@x; must be an address like http://localhost:9091, without a user.
            client --broker sim --otlp http://me:w0rd%@x | --otlp: http://(hidden)@x; must be an address like http://localhost:4318, without a user.
            client --broker sim --otlp localhost:4318 | --otlp: localhost:4318; must be an address like http://localhost:4318, without a user.
            client --broker sim --otlp http://localhost:4318 --otlp-headers t0ken | --otlp-headers: must be NAME=VALUE of a header of HTTP, several with commas between.
            client --broker sim --metrics-port 0 --metrics-linger soon | --metrics-linger: soon{DURATION}
            # Who makes the load.
            client --workers 0 | --workers: 0; must be a whole number from 1 to 1000.
            client --producer-workers 2 | --consumer-workers: is missing; --producer-workers needs it. Give both, or only --workers.
            client --workers 5 --producer-workers 2 --consumer-workers 2 | --workers: 5; --producer-workers 2 and --consumer-workers 2 make 4. Make them add up, or leave --workers out.
            client --listen 127.0.0.1:7400 --on-worker-loss stop | --listen: has no effect without --workers. Give that, or leave it out. | --on-worker-loss: has no effect without --workers. Give that, or leave it out.
            client --workers 2 --listen 0.0.0.0:7400 | --listen: 0.0.0.0:7400; the broker that is started here listens where the workers join, and they connect to it: give one address of this machine.
            client --broker-on db | --broker-on: has no effect without --workers. Give that, or leave it out.
            client --workers 2 --broker-on db --broker sim | --workers: the broker of the drivers sim and null is within one process, and workers are several; choose another, or leave --workers out. | --broker-on: db; only a broker that Dyno starts runs on a worker: leave it out, or give --broker instead of --url.
            client --workers 2 --broker-on db --profile cpu | --broker-on: db; only a broker of this machine is profiled: leave out this or the profile.
            client --workers 2 --on-worker-loss maybe | --on-worker-loss: maybe; must be one of stop, continue.
            client --workers 2 --await-workers soon | --await-workers: soon{DURATION}
            client --workers 2 --reconnect | --workers: --at and --reconnect are not timed across workers; leave one of them out.
            client --workers 2 --broker sim | --workers: the broker of the drivers sim and null is within one process, and workers are several; choose another, or leave --workers out.
            worker --join a:b | --join: a:b: is not an address; must be HOST:PORT, with a port from 0 to 65535.
            worker --join a:0 | --join: a:0; must be the port that the coordinator listens on.
            worker --wait soon | --wait: soon{DURATION}
            # How long.
            client --duration 5x | --duration: 5x{DURATION}
            client --drain -1 | --drain: -1{DURATION}
            client --duration 5 --warmup 10s | --warmup: 10s; must be shorter than --duration 5, which includes it. Make --duration longer.
            client --duration 5 --start-delay 10 | --start-delay: 10; must be before the end of the load, --duration 5. Begin earlier, or make the load longer.
            producer --broker sim --message-count 0 | --message-count: 0; must be a whole number of at least 1.
            # How many at once.
            client --max-pending x | --max-pending: x; must be a whole number from 0 to 1048576.
            client --producers 0 | --producers: 0; must be a whole number from 1 to 100000.
            client --consumers 1.5 | --consumers: 1.5; must be a whole number from 1 to 100000.
            client --num-destinations 0 | --num-destinations: 0; must be a whole number from 1 to 100000.
            client --consumer-connections -1 | --consumer-connections: -1; must be a whole number from 0 to 100000.
            client --seed x | --seed: x; must be a whole number.
            # Sends that wait.
            client --sync --max-pending 10 | --max-pending: 10; --sync has one send in flight per producer. Leave --max-pending out, or raise --producers.
            client --sync --threads 4 | --threads: 4; --sync gives each producer a thread of its own. Leave --threads out.
            client --sync --commit-interval 5 | --sync: contradicts --commit-interval 5, whose sends wait for the commit only; leave one of them out.
            # What is sent.
            client --message-size 10 | --message-size: 10; must be at least 48 bytes, which the head of each message takes.
            client --compressibility 2 | --compressibility: 2; must be a share from 0 to 1, like 0.05 or 5%.
            client --payloads 2000 --message-size 1MiB | --payloads: 2000; they must fit into 1GiB of memory. Give fewer, or a smaller --message-size.
            client --payload-file nowhere --payloads 2 | --payload-file: nowhere; must be a readable file, or a folder of readable files. | --payloads: contradicts --payload-file; leave one of them out.
            client --message-size 3GiB | --message-size: 3GiB; must be less than 2GiB.
            client --priority 11 | --priority: 11; must be a whole number from 0 to 9.
            client --property colour | --property: colour; must be NAME=VALUE.
            client --body xml | --body: xml; must be one of bytes, text.
            client --ttl 5x | --ttl: 5x{DURATION}
            client --group= | --group: is empty; give it a value, or leave it out.
            # How it is received.
            client --ack-mode never | --ack-mode: never; must be one of auto, client, dups-ok, individual, transacted.
            client --tx --ack-mode client | --tx: contradicts --ack-mode client; leave one of them out.
            client --consume push | --consume: push; must be one of listener, receive, poll.
            client --consume poll --poll-interval 0 | --poll-interval: 0; must be more than 0.
            client --poll-interval 5ms | --poll-interval: 5ms; has no effect without --consume poll. Give that, or leave it out.
            client --consumer-commit-interval 5 | --consumer-commit-interval: 5; there is nothing to commit or acknowledge. Give --tx or --ack-mode client.
            client --durable queue://A | --durable: makes durable subscriptions, and a queue has none; use topic://NAME, or leave it out.
            client --durable topic://A | --durable: needs --clientID PREFIX, because an unshared durable subscription belongs to a client ID; give one, or share the subscription with --shared 1.
            client --shared 2 queue://A | --shared: 2; a queue has no subscriptions. Use topic://NAME, or leave it out.
            consumer --url tcp://localhost:1 --start-delay 5 topic://A | --start-delay: a topic keeps nothing for a consumer that comes later; use a queue or --durable.
            client --selector= | --selector: is empty; give it a value, or leave it out.
            # Where.
            client queue:/X | DESTINATION: queue:/X; must be queue://NAME, topic://NAME or NAME.
            client foo://X | DESTINATION: foo://X; must be queue://NAME, topic://NAME or NAME.
            client queue:// | DESTINATION: queue://; must be queue://NAME, topic://NAME or NAME.
            client A A | DESTINATION: A A; must be different from each other.
            client --url= | --url: is empty; give it a value, or leave it out.
            client --url localhost | --url: localhost; must be an address with a scheme, like tcp://localhost:61616 or amqp://localhost:5672.
            client --url tcp://a:1 --consumer-driver nope | --consumer-driver: nope; must be one of amqp, artemis, jms, jms-javax, null, sim.
            client --url tcp://a:1 --consumer-driver amqp --consumer-protocol CORE | --consumer-protocol: contradicts --consumer-driver; leave one of them out.
            client --url tcp:// | --url: tcp://; must name a host, like tcp://localhost.
            client --url tcp://:61616 | --url: tcp://:61616; must name a host, like tcp://localhost.
            client --url http://x | --url: http://x; must begin with one of amqp, amqps, tcp, vm, null, sim. For other addresses name the --driver.
            client --url tcp://a:1 --broker artemis | --broker: contradicts --url, which names a broker that is running; leave one of them out.
            client --consumer-url tcp://a:1 | --consumer-url: needs --url, or the producers would load a broker of their own.
            consumer | --url: is missing; a broker that Dyno starts for this consumer alone would have no messages.
            client --password x | --password: needs a user; give --user, too.
            client --protocol MQTT | --protocol: MQTT; must be CORE or AMQP. Others have a --driver.
            client --consumer-protocol MQTT | --consumer-protocol: MQTT; must be CORE or AMQP. Others have a --driver.
            client --driver artemis --protocol AMQP | --protocol: contradicts --driver; leave one of them out.
            client --driver kafka | --driver: kafka; must be one of amqp, artemis, jms, jms-javax, null, sim.
            client --driver jms | --driver: jms; Dyno starts no broker for it. Give --url, or --jndi with the address in it.
            client --connection-factory a.B | --connection-factory: a.B; the driver knows its own. Leave it out, or give --driver jms or jms-javax.
            client --jars /no/such | --jars: /no/such; must be a jar or a folder of jars that exists.
            client --jndi /no/such | --jndi: /no/such; must be a properties file that can be read.
            # Which broker.
            client --broker nope | broker: nope; must be one of activemq, andes, artemis, emqx, image, kafka, lavinmq, mosquitto, nats, pulsar, qpid, rabbitmq, redpanda, sim, null.
            client --broker kafka:3.0.0 | broker kafka: version 3.0.0 is too old; must be 4.0.0 or newer.
            client --broker kafka | broker kafka: no driver for this broker is installed here (its own is kafka). Choose another broker, or start this one by dyno broker start kafka and give --url.
            client --broker activemq | broker activemq: its driver openwire is not installed here. Give another that reaches it by --driver: amqp.
            client --broker qpid --driver artemis | broker qpid: driver artemis does not reach it; must be one of amqp, rabbitmq.
            client --broker qpid --set depth=3 | broker qpid: unknown knob depth; must be one of store, auto-create, overflow-policy, max-queue-messages, max-queue-bytes, flow-resume-limit, flow-to-disk-threshold, security, user, password, tls, tls-certificate, tls-key.
            client --broker qpid --set tls=true | broker qpid: tls: true; needs tls-certificate and tls-key, too.
            client --set | --set: has no value; must be followed by KNOB=VALUE.
            client --set a | --set: a; must be KNOB=VALUE.
            client --set x=1 --url tcp://a:1 | --set: sets up a broker that Dyno starts, and --url names one that is running; leave one of them out.
            client --heap 5q | broker artemis: heap: 5q; must be a size such as 512m or 2g.
            broker start artemis --heap 5q | broker artemis: heap: 5q; must be a size such as 512m or 2g.
            broker start --port x --sett a=b | --port: x; must be 0-65535. | --sett: is not an option of dyno broker start. Did you mean --set?
            client --heap 1g --broker sim | --heap: is that of a broker that Dyno starts in a process of its own; leave it out.
            client --broker null --set service=1ms | driver null: null://broker: unknown setting 'service'; the null driver takes none.
            client --broker sim --set service=soon | driver sim: sim://broker: service: soon; must be a duration such as 1s, 10ms, 500us or 100ns, uniform(50us,150us) or exponential(100us), or one after the other: 10ms for 5s, then 1ms.
            # Objectives.
            client --rate 500 --slo p99<20ms --broker sim | --slo: p99<20ms; has no effect on this load: objectives are for a rate that rises, like 'ramp 1000/s to 20000/s in 60s', a share of held, and dyno capacity. Fail by a figure of one rate with --fail-if.
            client --slo max(response)<5ms --broker sim | --slo: max(response) < 5ms; a search needs an upper limit of a percentile below the maximum, of a mean like mean(response), broker-cpu or backlog-growth, of what is counted, like failed or lost, or of the maximum of a resource, like broker-rss-max; or a limit of a rate. Give other figures of a load at the rate that holds as fail-if.
            client --abort-if backlog-growth>10/s --broker sim --selector a>1 | --abort-if: backlog-growth > 10/s; is known during a load only if each message is delivered equally often, and of a group only if it is delivered once.
            # What is written.
            client --run-id xyz | --run-id: xyz; must be up to 16 hexadecimal digits.
            client --json /no/such/x.json | --json: /no/such/x.json; must be a file that can be written, in a folder that exists.
            client --silent --show-latency | --show-latency: contradicts --silent; leave one of them out.
            client --broker null --json - --format artemis-perf | --json -: contradicts --format artemis-perf; leave one of them out, or give --json a file.
            client --broker null --format xml | --format: xml; must be console|artemis-perf|json.
            client --name= | --name: is empty; give it a value, or leave it out.
            client --broker null --runs= | --runs: is empty; must be DIR.
            # What there is not.
            driver show amqpp | driver amqpp does not exist; must be one of amqp, artemis, jms, jms-javax, null, sim. Did you mean amqp?
            driver fetch pulsr | driver pulsr does not exist; must be one of amqp, artemis, jms, jms-javax, null, sim.
            driver show | NAME: is missing; give one or more.
            run | FILE: is missing; give one or more.
            run ../workloads/one-queue.yaml ../workloads/fan-out.yaml --broker sim --print-config | --print-config: prints the settings of one FILE, and 2 are given; give one of them.
            client --broker sim --rate x --print-config | --rate: x{RATE}
            broker list nope | broker: nope; must be one of activemq, andes, artemis, emqx, image, kafka, lavinmq, mosquitto, nats, pulsar, qpid, rabbitmq, redpanda.
            compare a b --fail-if slower | --fail-if: slower; must be worse.
            compare --calibrate --a broker=null --fail-if worse x.yaml | --fail-if: contradicts --calibrate, which runs A against itself. | --a: x.yaml: there is no such file.
            history mark | RUN: is missing; must be a run that dyno history shows, or last.
            history mark last bad | MARK: bad; must be one of valid, invalid, retired.
            client --ratte 5 | --ratte: is not an option of dyno client. Did you mean --rate?
            client --zzzzzzzz | --zzzzzzzz: is not an option of dyno client.
            producer --consumers 3 | --consumers: is not an option of dyno producer, but of dyno client, dyno consumer, dyno capacity, dyno run.
            selftest --calibrate sim | --calibrate: sim; must be a broker that Dyno starts in a process of its own, see dyno broker list.
            selftest --fast | --fast: is not an option of dyno selftest.
            selftest now | now: is too much; dyno selftest takes options only.
            # What is looked back at.
            history --since x | --since: x; must be a time like 2d, 12h or 30m, a day like 2026-11-20, or 2026-11-20T18:00:00Z.
            history --verdict good | --verdict: good; must be one of valid, suspect, invalid.
            history --sort size | --sort: size; must be one of time, name, broker, load-rate, p50, p99, lost.
            history --limit 0 | --limit: 0; must be a whole number of at least 1.
            history --json --csv | --json: contradicts --csv; leave one of them out.
            history --name= | --name: is empty; give it a value, or leave it out.
            history --runs /no/such | --runs: /no/such; must be a folder with stored runs.
            # What is compared.
            compare | RUN: is missing; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP WORKLOAD.
            compare x y z | RUN: 3 are given; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP WORKLOAD.
            compare --a x,y | --b: is missing; --a needs a side to be compared with.
            compare --a x --b y z | RUN: z; contradicts --a and --b; must be two runs, A and B, or --a RUN[,RUN…] --b RUN[,RUN…], or --a SETUP --b SETUP WORKLOAD.
            compare --a x,y --b z --paired | --paired: 2 runs of A and 1 of B; must be as many of each.
            compare x y --figures p98 | --figures: p98; must be one of {FIGURES}.
            compare x y --margin p99 | --margin: p99; must be FIGURE=PERCENT, like p99=10%.
            compare x y --margin p99=10 | --margin: p99=10; must be a share above 0 %, with its sign, like p99=10%.
            compare x y --margin rate=100%,p99=1000000% | --margin: p99=1000000%; must be less than 1000000 %.
            compare x y --figures rate --margin p99=10% | --margin: p99 is not judged; add it to --figures, or leave it out.
            compare x y --confidence 100% | --confidence: 100%; must be at least 50% and less than 100%, with its sign, like 95%.
            compare x y --latency late | --latency: late; must be one of send-delay, send-ack, response, transfer, end-to-end, round-trip, connect, commit, receive-commit, own-delay, blocked-time, by-timestamp.
            compare x y --blocks 10 | --blocks: is about setups that Dyno runs, and stored runs are named; leave it out, or give setups like --a broker=artemis.
            compare --a broker=sim --b broker=null | WORKLOAD: is missing; setups need one workload file, like workloads/one-queue.yaml.
            compare --a broker=sim --b broker=sim ../workloads/one-queue.yaml | --b: is the same setup as --a. --calibrate runs A against itself.
            compare x y --json /no/such/x.json | --json: /no/such/x.json; must be a file that can be written, in a folder that exists.
            # What is let through.
            gate | BASELINE: is missing; must be a run that dyno history shows. | --max-regression: is missing; must be the allowed changes, like p99=10%,rate=5%, or give --fail-if.
            gate x y --fail-if p99>5ms | BASELINE: only --max-regression compares with it; give that, too, or leave BASELINE out.
            gate --fail-if p99>5ms | RUN: is missing; must be a run that dyno history shows, or last.
            gate x --fail-if p99>5 | --fail-if: p99>5; the limit of p99 must be a duration with its unit, like 20ms.
            gate x --fail-if p99>5ms --fail-if p99<5ms,lost>=0 | --fail-if: p99 > 5ms, p99 < 5ms, lost >= 0; one of them holds in every run. Leave one out, or change its limit.
            gate x --max-regression p99=10% | RUN: is missing; must be a run that dyno history shows, or last.
            gate x y --max-regression p99=10%,p99=5% | --max-regression: p99 is given more than once; leave one of them out.
            gate x y --max-regression rate=-1% | --max-regression: rate=-1%; must be a share of at least 0 %, with its sign, like p99=10%.
            gate x y --max-regression rate=100%,p99=150% | --max-regression: rate=100%; must be less than 100 %.
            gate x y --max-regression p99=1e400%,p50=1e-2147483647% | --max-regression: p99=1e400%; must be less than 1000000 %. | --max-regression: p50=1e-2147483647%; must be a share of at least 0 %, with its sign, like p99=10%.
            gate x y --max-regression rate=1% --sure | --sure: needs three runs or more of the baseline and of the run, with commas between them, made in turns: fewer do not show how much runs differ by themselves.
            query | SQL: is missing; must be a statement that reads, like SELECT name, p99_ms FROM runs.
            query VALUES(1) --json --csv | --json: contradicts --csv; leave one of them out.
            query VALUES(1) --tables | --tables: contradicts SQL; leave one of them out.
            query VALUES(1) --runs /no/such | --runs: /no/such; must be a folder with stored runs.
            query VALUES(1);VALUES(2) | SQL: there is more than one statement; give one.
            query DROP/**/TABLE/**/runs | SQL: DROP: stored runs can only be read here; begin with SELECT, WITH or VALUES.
            """;

    static Stream<BadCommandLine> badCommandLines() {
        return BadCommandLine.all(BAD.replace("{RATE}", NUMBER_WITH_RATE_UNIT)
                .replace("{DURATION}", DURATION)
                .replace("{FIGURES}", Figures.names(Use.COMPARED)));
    }

    @ParameterizedTest
    @MethodSource("badCommandLines")
    void eachMistakeIsReportedInOneSentenceThatSaysWhatToDo(BadCommandLine commandLine) {
        commandLine.isRefusedBy(dyno);
    }

    @Test
    void everythingThatIsWrongIsReportedAtOnce() {
        Ran ran = dyno.type("client --ratte 5 --set a --rate x --sync --max-pending 10 --priority 10 --driver "
                        + "artemis --protocol AMQP --json")
                .ended(Exit.USAGE);
        assertThat(ran.errLines())
                .containsExactly(
                        "dyno client: --set: a; must be KNOB=VALUE.",
                        "dyno client: --json: has no value; must be followed by FILE.",
                        "dyno client: --ratte: is not an option of dyno client. Did you mean --rate?",
                        "dyno client: --rate: x" + NUMBER_WITH_RATE_UNIT,
                        "dyno client: --max-pending: 10; --sync has one send in flight per producer. Leave --max-pending"
                                + " out, or raise --producers.",
                        "dyno client: --priority: 10; must be a whole number from 0 to 9.",
                        "dyno client: --protocol: contradicts --driver; leave one of them out.",
                        "dyno client --help lists the options.");
    }

    @Test
    void aVerbThatIsNoneIsReportedWithThoseThatAre() {
        Ran ran = dyno.run("clientt").ended(Exit.USAGE);
        assertThat(ran.errLines())
                .containsExactly(
                        "dyno: clientt: is not a verb of dyno; must be one of client, producer, consumer, capacity, run, worker, study, suite, validate, report, history,"
                                + " ui, query, compare, gate, explain, broker, driver,"
                                + " selftest, completion, help. Did you mean client?",
                        "dyno --help lists the options.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                clinet --broker sim queue://a | client?
                client --broker rabbit queue://a | rabbitmq?
                client --broker kakfa queue://a | kafka?
                client --driver atremis queue://a | artemis?
                """)
    void aWordWithTwoLettersChangedIsGuessed(String line, String near) {
        assertThat(dyno.type(line).ended(Exit.USAGE).errLines())
                .hasSize(2)
                .first(STRING)
                .endsWith("Did you mean " + near);
    }

    @Test
    void anOptionBeforeItsVerbMustFollowIt() {
        dyno.run("--rate", "5", "client")
                .refused(
                        "dyno: --rate: is not an option of dyno, but of dyno client, dyno producer, dyno capacity, dyno run. Options follow the"
                                + " verb.");
    }

    @Test
    void aWrongValueFromTheEnvironmentIsReportedWithItsVariable() {
        Ran ran = dyno.with("DYNO_MAX_PENDING", "x").with("DYNO_PRIORITY", "y").run("client", "--priority", "z");
        assertThat(ran.errLines())
                .containsExactly(
                        "dyno client: DYNO_MAX_PENDING, which stands for --max-pending: x; must be a whole number from 0 to"
                                + " 1048576.",
                        "dyno client: --priority: z; must be a whole number from 0 to 9.",
                        "dyno client --help lists the options.");
        assertThat(ran.status()).isEqualTo(Exit.USAGE);
    }

    @Test
    void misspeltVariableIsRefusedAndAnEmptyOneIsAbsent() {
        Ran ran = dyno.with("DYNO_MAX_PENDNG", "7")
                .with("DYNO_RATE", "")
                .with("DYNO_UNKNOWN", "1")
                .with("DYNO_KEYS", "of another verb")
                .run("client", "--broker", "null", "--duration", "x");
        assertThat(ran.errLines())
                .containsExactly(
                        "dyno client: DYNO_MAX_PENDNG: stands for no option. Did you mean DYNO_MAX_PENDING?",
                        "dyno client: --duration: x" + DURATION,
                        "dyno client --help lists the options.");
        assertThat(dyno.run("history").errLines()).first(STRING).contains("DYNO_MAX_PENDNG");
    }

    @Test
    void oneFileForTwoOptionsIsRefused() {
        Path file = folder.resolve("out").toAbsolutePath();
        Ran ran = dyno.run("client", "--json", file.toString(), "--hdr", file.toString());
        assertThat(ran.errLines().get(0))
                .isEqualTo("dyno client: --hdr: " + file + "; is another option's file already.");
        assertThat(file).doesNotExist();
    }

    @Test
    void nothingIsStoredOfARunThatIsRefused() throws IOException {
        dyno.run("client", "--broker", "null", "--rate", "x").ended(Exit.USAGE);
        assertThat(runs()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rabbitmq", "nats", "mosquitto"})
    void aBrokerThatIsNoJvmCannotBeProfiled(String broker) {
        Ran ran = dyno.run("client", "--broker", broker, "--profile", "lock").ended(Exit.USAGE);
        // Whether or not it is installed here.
        assertThat(ran.errLines())
                .contains("dyno client: --profile: lock; broker " + broker
                        + " is no JVM and cannot be profiled. Leave it out, or choose another --broker.");
        assertThat(ran.out()).isEmpty();
    }
}
